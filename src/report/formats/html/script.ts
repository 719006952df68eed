/**
 * Formats the bodies of wire logs for reading, in the browser: the page holds each body once, as it
 * was received. A part of the page's script: uses its `all`, and defines `addPrettyBodies`.
 */
const PRETTY_SCRIPT = String.raw`
  const JSON_TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;
  // Full indents of a hostile depth would make gigabytes of spaces.
  const DEEPEST_INDENT = 24;

  const isJson = (text) => {
    try {
      const value = JSON.parse(text);
      return typeof value === 'object' && value !== null;
    } catch {
      return false;
    }
  };

  // Token by token: a parser would round numbers, and drop members that are there twice.
  const indentJson = (text) => {
    let depth = 0;
    let before = '';
    let shown = '';
    for (const token of text.match(JSON_TOKEN)) {
      const opened = before === '{' || before === '[';
      const closes = token === '}' || token === ']';
      if (closes) depth -= 1;
      if (closes ? !opened : opened || before === ',') {
        shown += '\n' + '  '.repeat(Math.min(depth, DEEPEST_INDENT));
      }
      shown += token === ':' ? ': ' : token;
      if (token === '{' || token === '[') depth += 1;
      before = token;
    }
    return shown;
  };

  const DATA_LINE = /^(data: ?)(.*)$/gm;

  const prettyText = (text) => isJson(text)
    ? indentJson(text)
    : text.replace(DATA_LINE, (line, field, data) => isJson(data) ? field + indentJson(data) : line);

  // The page shows carriage returns and the line feeds at the end of a read as pictures.
  const receivedText = (body) => {
    const shown = body.cloneNode(true);
    for (const here of all('.here', shown)) here.remove();
    for (const feeds of all('i', shown)) feeds.textContent = '\n'.repeat(feeds.textContent.length);
    const reads = all('pre', shown);
    const text = reads.length === 0 ? shown.textContent : reads.map((read) => read.textContent).join('');
    return text.replaceAll('␍\n', '\n');
  };

  // A body is a part of a request; the reads of a response are rows, which become one.
  const addPrettyBodies = () => {
    for (const body of all('.body, .reads')) {
      const pretty = document.createElement(body.tagName);
      pretty.className = 'pretty';
      const text = prettyText(receivedText(body)).trimEnd();
      if (body.tagName === 'TBODY') {
        const cell = pretty.insertRow().insertCell();
        cell.colSpan = 3;
        cell.append(document.createElement('pre'));
        cell.firstChild.textContent = text;
      } else pretty.textContent = text;
      body.after(pretty);
    }
  };
`;

/**
 * What the page does with scripts on: filters that the address keeps, bodies as received or pretty,
 * keys, opening what a link leads to, copying. Everything can be read without it. It only reads
 * what the page already holds as text.
 */
export const SCRIPT = `
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const form = document.getElementById('filter');
  const page = location.href.split('#')[0];

  const toast = document.createElement('p');
  toast.className = 'toast';
  toast.setAttribute('role', 'status');
  document.body.append(toast);
  let fading;
  const say = (text) => {
    toast.textContent = text;
    clearTimeout(fading);
    fading = setTimeout(() => { toast.textContent = ''; }, 2000);
  };

  const copy = async (text, what) => {
    try {
      await navigator.clipboard.writeText(text);
      say(what + ' copied');
      return true;
    } catch {
      say('The browser does not allow copying');
      return false;
    }
  };

  const FILTERS = ['verdict', 'provenance', 'text'];
  const NAMES = [...FILTERS, 'bodies'];

  // Setting the value of a group of radio buttons to '' does nothing in Chromium.
  const choose = (name, value) => {
    const controls = all('[name=' + name + ']', form);
    for (const control of controls) {
      if (control.type === 'radio') control.checked = control.value === value;
      else control.value = value;
    }
  };

  const filter = () => {
    const [verdict, provenance, text] = FILTERS.map((name) => form.elements[name].value);
    const words = text.toLowerCase().split(/\\s+/);
    const narrowed = verdict !== '' || provenance !== '' || words.join('') !== '';
    const rules = all('#rules .rule');
    for (const rule of rules) {
      const content = rule.textContent.toLowerCase();
      rule.hidden =
        (verdict !== '' && rule.dataset.verdict !== verdict) ||
        (provenance !== '' && rule.dataset.provenance !== provenance) ||
        !words.every((word) => content.includes(word));
    }
    for (const box of all('#rules .group, #rules .area, #rules .same-reason')) {
      box.hidden = box.querySelector('.rule:not([hidden])') === null;
    }
    for (const area of all('#rules .area')) {
      area.dataset.open ??= String(area.open);
      area.open = narrowed || area.dataset.open === 'true';
    }
    const shown = rules.filter((rule) => !rule.hidden).length;
    form.querySelector('[role=status]').textContent = narrowed
      ? shown + ' of ' + rules.length + ' rules'
      : rules.length + ' rules';
  };

${PRETTY_SCRIPT}
  const logs = all('.wire');
  const hasBodies = document.querySelector('.body, .reads') !== null;

  const scrollToFound = (log) => {
    const shown = 'tbody:not([hidden]) > .found';
    const found = log.querySelector(shown + ' mark') ?? log.querySelector(shown);
    const region = log.querySelector('.scroll');
    if (found === null) return;
    const below = found.getBoundingClientRect().top - region.getBoundingClientRect().top;
    region.scrollTop += below - region.clientHeight / 4;
  };

  const showBodies = () => {
    const pretty = form.elements.bodies.value === 'pretty';
    if (pretty && document.querySelector('.pretty') === null) addPrettyBodies();
    for (const body of all('.pretty')) {
      body.hidden = !pretty;
      body.previousElementSibling.hidden = pretty;
    }
    for (const each of all('.wire > button')) each.setAttribute('aria-pressed', String(pretty));
    logs.forEach(scrollToFound);
  };

  const switchBodies = () => {
    const pretty = form.elements.bodies.value !== 'pretty';
    choose('bodies', pretty ? 'pretty' : '');
    showBodies();
    keepState();
    say(pretty ? 'Bodies are pretty' : 'Bodies are as received');
  };

  const keepState = () => {
    const chosen = NAMES.map((name) => [name, form.elements[name].value]);
    const kept = new URLSearchParams(chosen.filter(([, value]) => value !== '')).toString();
    history.replaceState(null, '', kept === '' ? page : page + '#' + kept);
  };

  const readState = (fragment) => {
    const kept = new URLSearchParams(fragment);
    for (const name of NAMES) choose(name, kept.get(name) ?? '');
    filter();
    showBodies();
  };

  if (form !== null) {
    form.hidden = false;
    form.querySelector('.bodies').hidden = !hasBodies;
    form.addEventListener('input', () => { filter(); showBodies(); keepState(); });
    form.addEventListener('submit', (event) => event.preventDefault());
    filter();
  }

  const openUpTo = (target) => {
    for (let box = target; box !== null; box = box.parentElement) {
      if (box.tagName === 'DETAILS') box.open = true;
    }
  };

  const openTarget = () => {
    const fragment = location.hash.slice(1);
    if (form !== null && NAMES.some((name) => fragment.startsWith(name + '='))) {
      readState(fragment);
      return;
    }
    const target = fragment === '' ? null : document.getElementById(decodeURIComponent(fragment));
    if (target === null) return;
    if (form !== null && target.closest('[hidden]') !== null) {
      for (const name of FILTERS) choose(name, '');
      filter();
    }
    openUpTo(target);
    target.scrollIntoView();
  };
  addEventListener('hashchange', openTarget);
  openTarget();

  const summaries = () => all('#rules .rule > summary').filter((each) => each.checkVisibility());

  const go = (list, step) => {
    if (list.length === 0) return;
    const here = document.activeElement?.closest('.rule')?.querySelector('summary') ?? null;
    let at = here === null ? -1 : list.indexOf(here);
    if (at === -1 && here !== null) {
      const follows = (each) => here.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING;
      at = list.findIndex(follows) - 1;
    }
    const next = list[(Math.max(at + step, at === -1 ? 0 : -1) + list.length) % list.length];
    next.focus({ preventScroll: true });
    next.scrollIntoView({ block: 'center' });
  };

  const ruleInHand = () =>
    document.activeElement?.closest('.rule') ??
    document.getElementById(location.hash.slice(1))?.closest('.rule') ?? null;

  const copyLink = (rule) => copy(page + '#' + rule.id, 'Link');

  const KEYS = {
    '/': () => { form?.elements.text.focus(); },
    j: () => go(summaries(), 1),
    k: () => go(summaries(), -1),
    f: () => {
      const failed = summaries().filter((each) => each.parentElement.dataset.verdict === 'fail');
      if (failed.length === 0) say('No rule failed');
      go(failed, 1);
      const rule = document.activeElement?.closest('.rule');
      if (rule?.dataset.verdict === 'fail') rule.open = true;
    },
    p: () => {
      if (hasBodies) switchBodies();
      else say('The report has no body');
    },
    c: () => {
      const rule = ruleInHand();
      if (rule === null) say('Choose a rule first: j or k');
      else copyLink(rule);
    },
  };

  for (const hints of all('.counts .keys')) hints.hidden = false;
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = event.target.closest?.('input[type=search], textarea, select') ?? null;
    if (typing !== null) {
      if (event.key === 'Escape') typing.blur();
      return;
    }
    const act = Object.hasOwn(KEYS, event.key) ? KEYS[event.key] : null;
    if (act === null) return;
    event.preventDefault();
    act();
  });

  const fence = (text) => {
    const longest = Math.max(2, ...[...text.matchAll(/\`+/g)].map(([ticks]) => ticks.length));
    const ticks = '\`'.repeat(longest + 1);
    return ticks + '\\n' + text.trim() + '\\n' + ticks;
  };

  // As received, whatever is shown.
  const logText = (table) => {
    const log = table.cloneNode(true);
    for (const each of all('.pretty', log)) each.remove();
    return all('tr', log).map((row) => all('td, th', row).map((cell) => cell.textContent.trim()).join('  ')).join('\\n');
  };

  const issueText = (rule) => {
    const text = (selector) => rule.querySelector(selector)?.textContent.trim() ?? '';
    const pairs = all('.pair', rule).slice(0, 1).flatMap((pair) =>
      all('dt', pair).map((name) => name.textContent + ': ' + name.nextElementSibling.textContent.trim()));
    const log = rule.querySelector('.log');
    const commands = all('.findings > li:first-child .curl pre', rule).slice(0, 2);
    return [
      '### ' + rule.dataset.verdict + ': ' + text('.statement'),
      'Rule \`' + rule.id.slice('rule-'.length) + '\` (' + text('.level') + ')',
      text('.harm'),
      pairs.length === 0 ? text('.facts') : fence(pairs.join('\\n')),
      ...commands.map((line) => fence(line.textContent)),
      log === null ? '' : '<details><summary>Wire log</summary>\\n\\n' + fence(logText(log)) + '\\n\\n</details>',
      all('.identity div').map((each) => all('dt, dd', each).map((part) => part.textContent).join(': ')).join(', '),
    ].filter((part) => part !== '').join('\\n\\n') + '\\n';
  };

  const button = (text, act) => {
    const made = document.createElement('button');
    made.type = 'button';
    made.textContent = text;
    made.addEventListener('click', act);
    return made;
  };

  for (const rule of all('#rules .rule')) {
    const actions = document.createElement('div');
    actions.className = 'actions';
    actions.append(
      button('Copy link', () => copyLink(rule)),
      button('Copy for an issue', () => copy(issueText(rule), 'Finding')),
    );
    rule.querySelector('.inside').append(actions);
  }

  for (const log of logs) {
    const toggle = button('Pretty', switchBodies);
    toggle.setAttribute('aria-pressed', String(form.elements.bodies.value === 'pretty'));
    log.querySelector('summary').after(toggle);
    log.addEventListener('toggle', () => scrollToFound(log));
  }

  for (const box of all('.curl')) {
    const line = box.querySelector('pre');
    box.append(button('Copy', async () => {
      getSelection().selectAllChildren(line);
      await copy(line.textContent, 'Command');
    }));
  }
})();
`;

/** Narrows the rows of tables to those with all words of a search, in a page without rules. */
export const SEARCH_SCRIPT = `
(() => {
  const box = document.getElementById('search');
  const input = box.querySelector('input');
  const rows = [...document.querySelectorAll('.side tbody tr')];
  const narrow = () => {
    const words = input.value.toLowerCase().split(/\\s+/);
    for (const row of rows) {
      const content = row.textContent.toLowerCase();
      row.hidden = !words.every((word) => content.includes(word));
    }
    for (const table of document.querySelectorAll('.side')) {
      table.closest('section').hidden = table.querySelector('tbody tr:not([hidden])') === null;
    }
    const shown = rows.filter((row) => !row.hidden).length;
    box.querySelector('[role=status]').textContent = shown + ' of ' + rows.length;
  };
  box.hidden = false;
  input.addEventListener('input', narrow);
  narrow();
})();
`;
