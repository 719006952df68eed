package redact

import (
	"bytes"
)

const (
	// maxLevels is how often an escape may be escaped again: deeper ones are not read.
	maxLevels        = 16
	maxHexDigits     = 6
	maxDecimalDigits = 7
)

// nothing is what an invisible character stands for.
const nothing = 0

var namedEntities = []struct {
	name string
	code int
}{
	{"amp;", '&'}, {"lt;", '<'}, {"gt;", '>'}, {"quot;", '"'}, {"apos;", '\''}, {"sol;", '/'}, {"lowbar;", '_'}, {"plus;", '+'},
	{"shy;", 0xad}, {"ZeroWidthSpace;", 0x200b}, {"zwnj;", 0x200c}, {"zwj;", 0x200d}, {"lrm;", 0x200e}, {"rlm;", 0x200f},
	{"NoBreak;", 0x2060},
}

// startsEscape holds what follows the backslash of an escape that can be read and stands for no quote.
var startsEscape = func() (starts [256]bool) {
	for _, c := range []byte(`uUx/\0123456789abcdefABCDEF`) {
		starts[c] = true
	}
	return starts
}()

// digits is how to read what may be an escape or ordinary text, such as =67 or \147: as ordinary text,
// or as an escape, where digits after a backslash are octal or, as CSS has them, hexadecimal.
type digits int

const (
	asText digits = iota
	asOctal
	asCSS
)

// escapes reads the escapes of JSON (\u0073, \/), of programs (\x73, \u{73}), of percent-encoding (%73,
// %u0073) and of HTML (&#115;) in a text. Each level of JSON within JSON doubles the backslashes, %25 is
// a percent sign that was encoded again, and &amp; an ampersand: they are read at once. Invisible
// characters, escaped or not, are escapes that stand for nothing. An escape of another character that no
// key has is not read: not ASCII, or a control character.
type escapes struct {
	text   []byte
	readAs digits
	// isAmbiguous: there was something so far that asOctal or asCSS would read differently.
	isAmbiguous bool
	// backslash, invisible and ahead hold where the next backslash, the next invisible character, and the
	// next percent sign, ampersand and equals sign are; other is the first of all but the backslash.
	backslash, invisible, other int
	ahead                       [3]int
}

func newEscapes(text []byte, readAs digits) escapes {
	return escapes{text: text, readAs: readAs, ahead: [3]int{-1, -1, -1}, invisible: -1, backslash: -1, other: -1}
}

// hasEscape returns whether a text has an escape, or what may be one, that does not stand for a quote.
func hasEscape(text []byte) bool {
	e := newEscapes(text, asText)
	return e.next(0) < len(text) || e.isAmbiguous
}

// next returns where the first escape is, from an offset on, that does not stand for a quote: texts
// that contain JSON are full of these. It returns the length of the text when there is none.
func (e *escapes) next(from int) int {
	for at := e.firstSign(from); at < len(e.text); at = e.firstSign(from) {
		if e.text[at] == '\\' && at+1 < len(e.text) && !startsEscape[e.text[at+1]] {
			from = at + 2
			continue
		}
		code, end := e.read(at)
		if end > at && !isQuote(code) {
			return at
		}
		from = max(end, at+1)
	}
	return len(e.text)
}

func (e *escapes) firstSign(from int) int {
	if e.backslash < from {
		e.backslash = e.index('\\', from)
	}
	if e.other < from {
		if e.invisible < from {
			e.invisible = invisibleStart(e.text, from)
		}
		e.other = e.invisible
		for i, sign := range [3]byte{'%', '&', '='} {
			if e.ahead[i] < from {
				e.ahead[i] = e.index(sign, from)
			}
			e.other = min(e.other, e.ahead[i])
		}
	}
	return min(e.backslash, e.other)
}

// index returns where a sign is, from an offset on; the length of the text when it is nowhere.
func (e *escapes) index(sign byte, from int) int {
	if from < len(e.text) {
		if at := bytes.IndexByte(e.text[from:], sign); at >= 0 {
			return from + at
		}
	}
	return len(e.text)
}

// read returns what the escape at an offset stands for, and where it ends: at the offset when there is
// none.
func (e *escapes) read(at int) (code int, end int) {
	code, end = e.character(at)
	switch {
	case end == at:
		return nothing, at
	case code >= ' ' && code <= '~':
		return code, end
	case isInvisible(code):
		return nothing, end
	default:
		return nothing, at
	}
}

// character reads a character, which can be written as several bytes or as two surrogates.
func (e *escapes) character(at int) (code, end int) {
	code, end = e.unit(at)
	switch {
	case end == at || code < 0xc2:
		return code, end
	case code >= 0xd800 && code < 0xdc00:
		if low, lowEnd := e.unit(end); lowEnd > end && low >= 0xdc00 && low < 0xe000 {
			return 0x10000 + (code-0xd800)<<10 + low - 0xdc00, lowEnd
		}
		return code, end
	case code < 0xf5:
		return e.bytesAfter(code, end)
	default:
		return code, end
	}
}

// bytesAfter reads the other bytes of a character in UTF-8.
func (e *escapes) bytesAfter(first, at int) (code, end int) {
	count := 3
	if first < 0xe0 {
		count = 1
	} else if first < 0xf0 {
		count = 2
	}
	code, end = first&(0x3f>>count), at
	for range count {
		c, next := e.unit(end)
		if next == end || c < 0x80 || c > 0xbf {
			return first, at
		}
		code, end = code<<6+c&0x3f, next
	}
	return code, end
}

func (e *escapes) unit(at int) (code, end int) {
	switch c := e.byteAt(at); c {
	case '\\':
		return e.backslashes(at)
	case '%':
		return e.percent(at)
	case '&':
		return e.entity(at)
	case '=':
		code, end = e.digits(at+1, 16, 2, 2)
		return e.ambiguous(at, code, end)
	default:
		if c < 0x80 {
			return nothing, at
		}
		return int(c), at + 1
	}
}

func isQuote(code int) bool {
	return code == '"' || code == '\''
}

func (e *escapes) backslashes(at int) (code, end int) {
	letter := at + 1
	for letter < at+maxLevels && e.byteAt(letter) == '\\' {
		letter++
	}
	switch c := e.byteAt(letter); c {
	case 'u', 'x':
		fewest := 2
		if c == 'u' {
			fewest = 4
		}
		if code, end = e.digits(letter+1, 16, fewest, fewest); end == 0 {
			code, end = e.braced(letter + 1)
		}
	case 'U':
		code, end = e.digits(letter+1, 16, 8, 8)
	case '/', '"', '\'':
		return int(c), letter + 1
	default:
		if e.readAs == asOctal {
			code, end = e.octal(letter)
		} else {
			code, end = e.css(letter)
		}
		return e.ambiguous(at, code, end)
	}
	return code, max(at, end)
}

// ambiguous returns an escape that may also be ordinary text, and no escape when it is read as text.
func (e *escapes) ambiguous(at, code, end int) (int, int) {
	if end > 0 && e.readAs != asText {
		return code, end
	}
	e.isAmbiguous = e.isAmbiguous || end > 0 && code >= ' '
	return nothing, at
}

func (e *escapes) braced(at int) (code, end int) {
	if e.byteAt(at) != '{' {
		return 0, 0
	}
	code, end = e.digits(at+1, 16, 1, maxHexDigits)
	if end == 0 || e.byteAt(end) != '}' {
		return 0, 0
	}
	return code, end + 1
}

// octal reads one byte, with a zero before it as some shells have it where it cannot be read otherwise.
func (e *escapes) octal(at int) (code, end int) {
	if code, end = e.digits(at, 8, 4, 4); end > 0 && code >= ' ' && code <= '~' {
		return code, end
	}
	most := 2
	if e.byteAt(at) <= '3' {
		most = 3
	}
	return e.digits(at, 8, 2, most)
}

// css reads what a space can end.
func (e *escapes) css(at int) (code, end int) {
	code, end = e.digits(at, 16, 2, maxHexDigits)
	if end > 0 && e.byteAt(end) == ' ' {
		end++
	}
	return code, end
}

func (e *escapes) percent(at int) (code, end int) {
	digits := at + 1
	for digits < at+2*maxLevels && e.byteAt(digits) == '2' && e.byteAt(digits+1) == '5' {
		digits += 2
	}
	if e.byteAt(digits) == 'u' {
		code, end = e.digits(digits+1, 16, 4, 4)
	} else {
		code, end = e.digits(digits, 16, 2, 2)
	}
	if end > 0 {
		return code, end
	}
	if digits == at+1 {
		return nothing, at
	}
	return '%', digits
}

func (e *escapes) entity(at int) (code, end int) {
	from := at + 1
	for from < at+4*maxLevels {
		if code, _ = e.name(from); code != '&' {
			break
		}
		from += len("amp;")
	}
	if e.byteAt(from) == '#' {
		code, end = e.number(from + 1)
	} else {
		code, end = e.name(from)
	}
	if end > 0 {
		return code, end
	}
	if from == at+1 {
		return nothing, at
	}
	return '&', from
}

// name reads the name of an entity; end is 0 when there is none.
func (e *escapes) name(at int) (code, end int) {
	if at >= len(e.text) {
		return 0, 0
	}
	for _, entity := range namedEntities {
		if e.text[at] == entity.name[0] && bytes.HasPrefix(e.text[at:], []byte(entity.name)) {
			return entity.code, at + len(entity.name)
		}
	}
	return 0, 0
}

func (e *escapes) number(at int) (code, end int) {
	if c := e.byteAt(at); c == 'x' || c == 'X' {
		code, end = e.digits(at+1, 16, 1, maxHexDigits)
	} else {
		code, end = e.digits(at, 10, 1, maxDecimalDigits)
	}
	if end > 0 && e.byteAt(end) == ';' {
		end++
	}
	return code, end
}

// digits reads a number; end is 0 when there are too few digits.
func (e *escapes) digits(at, base, fewest, most int) (code, end int) {
	end = at
	for end < at+most {
		digit := digitOf(e.byteAt(end))
		if digit >= base {
			break
		}
		code = code*base + digit
		end++
	}
	if end-at < fewest {
		return 0, 0
	}
	return code, end
}

// digitOf returns the value of a hexadecimal digit, and 16 for any other byte.
func digitOf(c byte) int {
	switch lower := c | 0x20; {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case lower >= 'a' && lower <= 'f':
		return int(lower-'a') + 10
	default:
		return 16
	}
}

func (e *escapes) byteAt(at int) byte {
	if at < len(e.text) {
		return e.text[at]
	}
	return 0
}
