import { mount } from 'svelte';
import App from './App.svelte';
import { lang } from './i18n.svelte.ts';
import './palette.css';
import './style.css';

lang.set(lang.now);
const target = document.getElementById('app');
if (target) mount(App, { target });
