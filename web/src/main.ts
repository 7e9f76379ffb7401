import { mount } from 'svelte';
import App from './App.svelte';
import { choose } from './engine/choose.ts';
import { behind } from './engine/index.ts';
import { lang } from './i18n.svelte.ts';
import { theme } from './theme.svelte.ts';
import './palette.css';
import './tokens.css';
import './base.css';
import './page.css';

behind(choose);
lang.set(lang.now);
theme.set(theme.chosen);
const target = document.getElementById('app');
if (target) mount(App, { target });
