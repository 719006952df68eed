/**
 * What the page does with scripts on: filters that the address keeps, keys, opening what a link
 * leads to, copying. Everything can be read without it. It only reads what the page already holds
 * as text.
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

  const NAMES = ['verdict', 'provenance', 'text'];

  const filter = () => {
    const [verdict, provenance, text] = NAMES.map((name) => form.elements[name].value);
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

  const keepFilter = () => {
    const chosen = NAMES.map((name) => [name, form.elements[name].value]);
    const kept = new URLSearchParams(chosen.filter(([, value]) => value !== '')).toString();
    history.replaceState(null, '', kept === '' ? page : page + '#' + kept);
  };

  const readFilter = (fragment) => {
    const kept = new URLSearchParams(fragment);
    for (const name of NAMES) form.elements[name].value = kept.get(name) ?? '';
    filter();
  };

  if (form !== null) {
    form.hidden = false;
    form.addEventListener('input', () => { filter(); keepFilter(); });
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
      readFilter(fragment);
      return;
    }
    const target = fragment === '' ? null : document.getElementById(decodeURIComponent(fragment));
    if (target === null) return;
    if (form !== null && target.closest('[hidden]') !== null) {
      form.reset();
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
    c: () => {
      const rule = ruleInHand();
      if (rule === null) say('Choose a rule first: j or k');
      else copyLink(rule);
    },
  };

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

  const logText = (table) =>
    all('tr', table).map((row) => all('td, th', row).map((cell) => cell.textContent.trim()).join('  ')).join('\\n');

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

  for (const box of all('.curl')) {
    const line = box.querySelector('pre');
    box.append(button('Copy', async () => {
      getSelection().selectAllChildren(line);
      await copy(line.textContent, 'Command');
    }));
  }
})();
`;
