import { STYLE } from '../../report/formats/html/style.ts';
import { pageMarkup } from '../../report/formats/html.ts';
import { ASSAY_VERSION } from '../../report/manifest.ts';
import { markup } from '../../report/phrases/markup.ts';

/** Lines of each list that the server keeps and the page shows: the newest. */
export const KEPT_LINES = 300;

/**
 * Shows what the server sends. All of it becomes text, except the verdict: markup of the report, which is
 * escaped there, and whose scripts could not run.
 */
const LIVE_SCRIPT = `
(() => {
  const byId = (id) => document.getElementById(id);
  const made = (name, text, className) => {
    const element = document.createElement(name);
    element.textContent = text ?? '';
    if (className !== undefined) element.className = className;
    return element;
  };
  const fill = (box, children) => {
    box.replaceChildren(...children);
    const section = box.closest('section, dl');
    section.hidden = children.length === 0;
  };

  const WIDTH = 600;
  const HEIGHT = 120;
  const SECONDS = 60;

  const drawn = (name, attributes) => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  };

  // Stretches of seconds that have a value, the newest second at the right.
  const stretches = (values) => {
    const most = Math.max(...values, Number.MIN_VALUE);
    const all = [[]];
    values.forEach((value, at) => {
      const x = WIDTH - ((values.length - 1 - at) * WIDTH) / (SECONDS - 1);
      if (value === null) all.push([]);
      else all.at(-1).push([x.toFixed(1), (HEIGHT - 2 - (value / most) * (HEIGHT - 4)).toFixed(1)]);
    });
    return all.filter((points) => points.length > 0);
  };

  const chart = ({ name, values, now, most }) => {
    const figure = made('figure', '', 'chart');
    const caption = made('figcaption', name + ' ');
    caption.append(made('span', 'at most ' + most), made('b', now));
    const label = name + ': now ' + now + ', at most ' + most + ' in the last minute';
    const svg = drawn('svg', { viewBox: '0 0 ' + WIDTH + ' ' + HEIGHT, role: 'img', 'aria-label': label });
    svg.append(drawn('path', { class: 'grid', d: 'M0 ' + HEIGHT + 'H' + WIDTH }));
    for (const points of stretches(values)) {
      const line = points.map((point) => point.join(' ')).join('L');
      const [from, to] = [points[0][0], points.at(-1)[0]];
      svg.append(
        drawn('path', { class: 'band', d: 'M' + from + ' ' + HEIGHT + 'L' + line + 'L' + to + ' ' + HEIGHT }),
        drawn('path', { class: 'line first', d: 'M' + line + 'h.1' }),
      );
    }
    figure.append(caption, svg);
    return figure;
  };

  const objective = ({ state, ink, text, measured }) => {
    const item = made('li', '', ink);
    item.append(made('b', state), ' ', made('code', text), ' ' + measured);
    return item;
  };

  const row = ({ cells, ink }, at) => {
    const line = made('tr', '', at === 0 ? undefined : ink);
    line.append(...cells.map((cell, place) => {
      const element = made(at === 0 || place === 0 ? 'th' : 'td', cell);
      if (element.tagName === 'TH') element.scope = at === 0 ? 'col' : 'row';
      return element;
    }));
    return line;
  };

  const showFigures = ({ title, facts, objectives, course, operations }) => {
    byId('title').textContent = title;
    document.title = title + ' – Assay';
    fill(byId('facts'), facts.flatMap(({ name, text, ink }) => [made('dt', name), made('dd', text, ink)]));
    fill(byId('objectives').querySelector('ul'), objectives.map(objective));
    fill(byId('course').querySelector('.charts'), course.map(chart));
    const rows = operations.map(row);
    const [head, body] = [made('thead'), made('tbody')];
    head.append(...rows.slice(0, 1));
    body.append(...rows.slice(1));
    fill(byId('operations').querySelector('table'), rows.length === 0 ? [] : [head, body]);
  };

  const append = (id, lines) => {
    if (lines.length === 0) return;
    const list = byId(id).querySelector('ul');
    const { parentElement: box } = list;
    const isAtEnd = box.scrollTop + box.clientHeight >= box.scrollHeight - 4;
    list.append(...lines.map((line) => made('li', line)));
    while (list.children.length > ${KEPT_LINES}) list.firstChild.remove();
    if (isAtEnd) box.scrollTop = box.scrollHeight;
    byId(id).hidden = false;
  };

  const source = new EventSource('/events');
  const say = (text) => { byId('connection').textContent = text; };
  let losses = 0;

  const showEnd = ({ title, head, folder }) => {
    source.close();
    document.title = title;
    say('The run has ended');
    byId('running').hidden = true;
    const verdict = document.createElement('template');
    verdict.innerHTML = head;
    // The page has nothing that they lead to.
    for (const link of verdict.content.querySelectorAll('a')) link.replaceWith(...link.childNodes);
    const place = made('p', '', 'remark');
    place.append('Report: ', made('code', folder), '. Open it with ', made('code', 'npx assay show'), '.');
    verdict.content.firstElementChild.append(place);
    byId('head').replaceWith(verdict.content);
  };

  source.addEventListener('message', ({ data }) => {
    const { isFirst, lines = [], failed = [], now, figures, end } = JSON.parse(data);
    losses = 0;
    say('Live');
    if (isFirst) for (const list of document.querySelectorAll('#failed ul, #log ul')) list.replaceChildren();
    append('log', lines);
    append('failed', failed);
    byId('failed').querySelector('small').textContent = byId('failed').querySelectorAll('li').length;
    if (figures !== undefined) showFigures(figures);
    if (now !== undefined) byId('now').textContent = now;
    if (end !== undefined) showEnd(end);
  });
  source.addEventListener('error', () => {
    losses += 1;
    if (losses > 5) source.close();
    say(losses > 5 ? 'No run answers any more: the terminal says why' : 'Connection lost, trying again');
  });
})();
`;

const LIVE_STYLE = `
#facts { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; padding: 1rem 1.25rem; margin-top: 1.5rem; }
#objectives li, #log li { padding: .15rem 0; } #objectives ul, #log ul { list-style: none; }
#running > section { padding-top: 2rem; }
#objectives b, #facts .fail, #facts .inconclusive, tr:is(.fail, .warn) > * { color: var(--tone); }
.chart figcaption b { float: right; }
.chart .band { stroke: none; }
.lines { max-height: 20rem; overflow: auto; }
`;

/** The page of a run while it lasts: its script fills it with what the server sends. */
export const LIVE_PAGE = pageMarkup({
  title: 'Assay',
  generator: `Assay ${ASSAY_VERSION}`,
  style: `${STYLE}${LIVE_STYLE}`,
  script: LIVE_SCRIPT,
  connects: true,
  body: markup`<header class="top">
<p class="brand">Assay</p>
<p class="quiet" id="connection" role="status">Connecting to the run</p>
</header>
<main>
<section class="verdict sentence" id="head" aria-labelledby="title">
<h1 id="title">Preparing</h1>
<p class="meaning" id="now"></p>
</section>
<div id="running">
<dl class="facts" id="facts" hidden></dl>
<section id="objectives" aria-labelledby="objectives-title" hidden><h2 id="objectives-title">Objectives so far</h2><ul></ul></section>
<section id="course" aria-labelledby="course-title" hidden><h2 id="course-title">Last minute</h2><div class="charts"></div>
<p class="quiet">Each second, from 0 to its highest. Tokens are those of the responses that ended in it.</p></section>
<section id="operations" aria-labelledby="operations-title" hidden><h2 id="operations-title">Operations</h2><div class="scroll" tabindex="0" role="region" aria-label="Figures of the operations"><table class="figures"></table></div></section>
</div>
<section id="failed" aria-labelledby="failed-title" hidden><h2 id="failed-title">Failed rules <small></small></h2><ul class="reasons fail" aria-live="polite"></ul></section>
<section id="log" aria-labelledby="log-title"><h2 id="log-title">Log</h2><div class="lines" tabindex="0" role="region" aria-label="Lines of the log"><ul></ul></div></section>
</main>
`,
}).text;
