/** The meaning of an event stream, for each point of WHATWG HTML §9.2.5 and §9.2.6. */
export interface Vector {
  readonly name: string;
  readonly stream: string;
  /** `[type, data]` of each event, in order. */
  readonly events: readonly (readonly [type: string, data: string])[];
  /** The last event id of each event, where it matters. */
  readonly ids?: readonly string[];
}

const BOM = '\uFEFF';

export const VECTORS: readonly Vector[] = [
  { name: 'an empty stream has no event', stream: '', events: [] },
  {
    name: 'LF ends lines',
    stream: 'data: a\n\ndata: b\n\n',
    events: [
      ['', 'a'],
      ['', 'b'],
    ],
  },
  {
    name: 'CR ends lines',
    stream: 'data: a\r\rdata: b\r\r',
    events: [
      ['', 'a'],
      ['', 'b'],
    ],
  },
  {
    name: 'CRLF ends lines',
    stream: 'data: a\r\n\r\ndata: b\r\n\r\n',
    events: [
      ['', 'a'],
      ['', 'b'],
    ],
  },
  {
    name: 'line endings may be mixed',
    stream: 'data: a\r\ndata: b\rdata: c\n\r\n',
    events: [['', 'a\nb\nc']],
  },
  {
    name: 'LF then CR is two line endings',
    stream: 'data: a\n\rdata: b\n\r',
    events: [
      ['', 'a'],
      ['', 'b'],
    ],
  },
  {
    name: 'one byte order mark at the start is dropped',
    stream: `${BOM}data: a\n\n`,
    events: [['', 'a']],
  },
  {
    name: 'a second byte order mark belongs to the field name',
    stream: `${BOM}${BOM}data: a\n\ndata: b\n\n`,
    events: [['', 'b']],
  },
  {
    name: 'a later byte order mark belongs to the field name',
    stream: `data: a\n\n${BOM}data: b\n\n`,
    events: [['', 'a']],
  },
  {
    name: 'a byte order mark inside a value stays',
    stream: `data: ${BOM}a\n\n`,
    events: [['', `${BOM}a`]],
  },
  {
    name: 'comments are ignored',
    stream: ': x\ndata: a\n:\n:y\ndata: b\n: z\n\n',
    events: [['', 'a\nb']],
  },
  {
    name: 'a long comment is ignored',
    stream: `:${'x'.repeat(400)}\ndata: a\n\n`,
    events: [['', 'a']],
  },
  {
    name: 'a comment and a blank line are not an event',
    stream: ': keep-alive\n\ndata: a\n\n',
    events: [['', 'a']],
  },
  { name: 'blank lines alone are not an event', stream: '\n\n\r\r\n\n', events: [] },
  { name: 'data lines are joined with LF', stream: 'data: a\ndata: b\n\n', events: [['', 'a\nb']] },
  { name: 'data without a colon is an empty line', stream: 'data\n\n', events: [['', '']] },
  {
    name: 'data with nothing after the colon is an empty line',
    stream: 'data:\n\n',
    events: [['', '']],
  },
  { name: 'two empty data lines are one LF', stream: 'data\ndata\n\n', events: [['', '\n']] },
  { name: 'only one leading space is stripped', stream: 'data:  a\n\n', events: [['', ' a']] },
  { name: 'a leading tab is not stripped', stream: 'data:\ta\n\n', events: [['', '\ta']] },
  { name: 'trailing spaces stay', stream: 'data: a \n\n', events: [['', 'a ']] },
  { name: 'later colons belong to the value', stream: 'data:a:b: c\n\n', events: [['', 'a:b: c']] },
  {
    name: 'an unfinished last event is dropped',
    stream: 'data: a\n\ndata: b\n',
    events: [['', 'a']],
  },
  { name: 'an unfinished last line is dropped', stream: 'data: a\n\ndata: b', events: [['', 'a']] },
  { name: 'event names the type', stream: 'event: x\ndata: a\n\n', events: [['x', 'a']] },
  {
    name: 'the type does not reach the next event',
    stream: 'event: x\ndata: a\n\ndata: b\n\n',
    events: [
      ['x', 'a'],
      ['', 'b'],
    ],
  },
  {
    name: 'the last of two types counts',
    stream: 'event: x\nevent: y\ndata: a\n\n',
    events: [['y', 'a']],
  },
  {
    name: 'event after data still names the type',
    stream: 'data: a\nevent: x\n\n',
    events: [['x', 'a']],
  },
  {
    name: 'an empty event field removes the type',
    stream: 'event: x\nevent\ndata: a\n\n',
    events: [['', 'a']],
  },
  {
    name: 'a type without data is not an event and is forgotten',
    stream: 'event: x\n\ndata: a\n\n',
    events: [['', 'a']],
  },
  {
    name: 'unknown fields are ignored',
    stream: 'foo: x\nDATA: y\n data: z\ndata : w\ndata: a\n\n',
    events: [['', 'a']],
  },
  {
    name: 'a field may be cut off before its colon',
    stream: 'dat\ndata: a\n\n',
    events: [['', 'a']],
  },
  { name: 'NUL in data stays', stream: 'data: a\0b\n\n', events: [['', 'a\0b']] },
  {
    name: 'an id stays until another comes',
    stream: 'id: 1\ndata: a\n\ndata: b\n\nid: 2\ndata: c\n\n',
    events: [
      ['', 'a'],
      ['', 'b'],
      ['', 'c'],
    ],
    ids: ['1', '1', '2'],
  },
  {
    name: 'an empty id clears it',
    stream: 'id: 1\ndata: a\n\nid\ndata: b\n\n',
    events: [
      ['', 'a'],
      ['', 'b'],
    ],
    ids: ['1', ''],
  },
  {
    name: 'an id with NUL is ignored',
    stream: 'id: 1\ndata: a\n\nid: 2\0\ndata: b\n\n',
    events: [
      ['', 'a'],
      ['', 'b'],
    ],
    ids: ['1', '1'],
  },
  {
    name: 'an id in a block without data counts',
    stream: 'id: 1\n\ndata: a\n\n',
    events: [['', 'a']],
    ids: ['1'],
  },
  {
    name: 'UTF-8 of one to four bytes is decoded',
    stream: 'data: aé漢😀\n\n',
    events: [['', 'aé漢😀']],
  },
  {
    name: 'UTF-8 in the type and the id is decoded',
    stream: 'event: é\nid: 漢\ndata: 😀\n\n',
    events: [['é', '😀']],
    ids: ['漢'],
  },
  {
    name: 'U+2028, U+0085 and form feed end no line',
    stream: 'data: a\u2028b\u0085c\fd\n\n',
    events: [['', 'a\u2028b\u0085c\fd']],
  },
];
