/**
 * What the page does with scripts on: filtering rules, opening what a link leads to, copying.
 * Everything can be read without it. It only reads what the page already holds as text.
 */
export const SCRIPT = `
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const form = document.getElementById('filter');

  const filter = () => {
    const verdict = form.elements.verdict.value;
    const provenance = form.elements.provenance.value;
    const words = form.elements.text.value.toLowerCase().split(/\\s+/);
    const narrowed = verdict !== '' || provenance !== '' || words.join('') !== '';
    const rules = all('#rules .rule');
    for (const rule of rules) {
      const text = rule.textContent.toLowerCase();
      rule.hidden =
        (verdict !== '' && rule.dataset.verdict !== verdict) ||
        (provenance !== '' && rule.dataset.provenance !== provenance) ||
        !words.every((word) => text.includes(word));
    }
    for (const box of all('#rules .group, #rules .area')) {
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

  if (form !== null) {
    form.hidden = false;
    form.addEventListener('input', filter);
    form.addEventListener('submit', (event) => event.preventDefault());
    filter();
  }

  const openTarget = () => {
    const id = decodeURIComponent(location.hash.slice(1));
    const target = id === '' ? null : document.getElementById(id);
    if (target === null) return;
    if (form !== null && target.closest('[hidden]') !== null) {
      form.reset();
      filter();
    }
    for (let box = target; box !== null; box = box.parentElement) {
      if (box.tagName === 'DETAILS') box.open = true;
    }
    target.scrollIntoView();
  };
  addEventListener('hashchange', openTarget);
  openTarget();

  for (const box of all('.curl')) {
    const line = box.querySelector('pre');
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      getSelection().selectAllChildren(line);
      try {
        await navigator.clipboard.writeText(line.textContent);
        button.textContent = 'Copied';
      } catch {
        button.textContent = 'Selected';
      }
      setTimeout(() => { button.textContent = 'Copy'; }, 2000);
    });
    box.append(button);
  }
})();
`;
