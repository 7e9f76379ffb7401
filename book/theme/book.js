// The search box of the books. Pagefind and its index are loaded when the box is first used; without
// this script there is no box, and nothing else is missing.
const form = document.querySelector('.search');
const input = form.querySelector('input');
const found = form.querySelector('#found');
const MOST = 12;

let loaded;
/** The index lies beside the pages of this book. */
const pagefind = () => (loaded ??= import(new URL(`${document.body.dataset.root}pagefind/pagefind.js`, location.href).href));

/** The words of a question: Chinese has no spaces between them, and the index holds words. */
function words(text) {
  const segmenter = new Intl.Segmenter(document.documentElement.lang, { granularity: 'word' });
  return [...segmenter.segment(text)].flatMap((each) => (each.isWordLike ? [each.segment] : []));
}

/** Pages with all the words, then those with some: other authors call a thing otherwise. */
async function find(words) {
  const { search } = await pagefind();
  const [all, ...some] = await Promise.all([words.join(' '), ...(words.length > 1 ? words : [])].map((each) => search(each)));
  const scores = new Map();
  for (const each of some.flatMap(({ results }) => results)) {
    scores.set(each.id, { page: each, score: (scores.get(each.id)?.score ?? 0) + each.score });
  }
  for (const { id } of all.results) scores.delete(id);
  const rest = [...scores.values()].sort((a, b) => b.score - a.score).map(({ page }) => page);
  return [...all.results, ...rest].slice(0, MOST);
}

function line({ url, meta, excerpt }) {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = url;
  link.textContent = meta.title;
  const text = document.createElement('p');
  // Pagefind escapes the text and adds nothing but <mark>.
  text.innerHTML = excerpt;
  item.append(link, text);
  return item;
}

function show(...content) {
  found.replaceChildren(...content);
  found.hidden = content.length === 0;
}

let asked = 0;
async function search() {
  const mine = ++asked;
  const asking = words(input.value);
  if (asking.length === 0) return show();
  try {
    const data = await Promise.all((await find(asking)).map((each) => each.data()));
    // Another question may have been typed meanwhile.
    if (mine !== asked) return;
    const list = document.createElement('ol');
    list.append(...data.map(line));
    show(data.length > 0 ? list : found.dataset.none);
  } catch {
    loaded = undefined;
    if (mine === asked) show(found.dataset.failed);
  }
}

let waiting;
input.addEventListener('focus', () => void pagefind().catch(() => (loaded = undefined)), { once: true });
input.addEventListener('input', () => {
  clearTimeout(waiting);
  waiting = setTimeout(search, 150);
});
form.addEventListener('submit', (event) => {
  event.preventDefault();
  void search();
});
form.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') show();
});
form.addEventListener('focusout', (event) => {
  if (!form.contains(event.relatedTarget)) found.hidden = true;
});
form.addEventListener('focusin', () => (found.hidden = found.childNodes.length === 0));
form.hidden = false;
