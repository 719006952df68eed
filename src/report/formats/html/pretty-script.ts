/**
 * Formats the bodies of wire logs for reading, in the browser: the page holds each body once, as it
 * was received. A part of the page's script: uses its `all`, and defines `addPrettyBodies`.
 */
export const PRETTY_SCRIPT = String.raw`
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

  // The page shows carriage returns as pictures.
  const withPlainBreaks = (text) => text.replaceAll('␍\n', '\n');

  const readOf = (row) => {
    const shown = row.querySelector('pre').cloneNode(true);
    for (const feeds of all('i', shown)) feeds.textContent = '\n'.repeat(feeds.textContent.length);
    return { row, text: shown.textContent };
  };

  const textOf = (reads) => withPlainBreaks(reads.map((read) => read.text).join(''));

  // Reads to be shown as one: those of an event, or all of a JSON body.
  const groupsOf = (reads) => {
    if (isJson(textOf(reads))) return [reads];
    const groups = [];
    let group = [];
    for (const read of reads) {
      group.push(read);
      if (!textOf(group).endsWith('\n\n')) continue;
      groups.push(group);
      group = [];
    }
    return group.length === 0 ? groups : [...groups, group];
  };

  const mark = (pre, actual) => {
    const text = pre.textContent;
    const wanted = isJson(actual) ? indentJson(actual) : actual;
    const at = text.lastIndexOf(wanted);
    if (at === -1) return;
    const made = document.createElement('mark');
    made.textContent = wanted;
    pre.replaceChildren(text.slice(0, at), made, text.slice(at + wanted.length));
  };

  // With the time of the last read, which completed it.
  const prettyRow = (group) => {
    const row = group.at(-1).row.cloneNode(true);
    const found = group.find((read) => read.row.classList.contains('found'))?.row;
    if (found !== undefined && !row.classList.contains('found')) {
      row.classList.add('found');
      row.querySelector('pre').before(found.querySelector('.here').cloneNode(true));
    }
    const pre = row.querySelector('pre');
    pre.textContent = prettyText(textOf(group)).trimEnd();
    const actual = found?.querySelector('mark')?.textContent;
    if (actual !== undefined) mark(pre, actual);
    return row;
  };

  const addPretty = (original, pretty) => {
    pretty.className = 'pretty';
    original.after(pretty);
  };

  const addPrettyBodies = () => {
    for (const body of all('.body')) {
      const pretty = document.createElement('span');
      pretty.textContent = prettyText(withPlainBreaks(body.textContent));
      addPretty(body, pretty);
    }
    for (const reads of all('.reads')) {
      const pretty = document.createElement('tbody');
      pretty.append(...groupsOf(all('tr', reads).map(readOf)).map(prettyRow));
      addPretty(reads, pretty);
    }
  };
`;
