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

var namedEntities = []struct {
	name string
	code byte
}{{"amp;", '&'}, {"lt;", '<'}, {"gt;", '>'}, {"quot;", '"'}, {"apos;", '\''}}

// startsEscape holds what follows the backslash of an escape that is read and stands for no quote.
var startsEscape = [256]bool{'u': true, 'x': true, '/': true, '\\': true}

// escapes reads the escapes of JSON (\u0073, \/), of percent-encoding (%73) and of HTML (&#115;) in a
// text. Each level of JSON within JSON doubles the backslashes, %25 is a percent sign that was encoded
// again, and &amp; an ampersand: they are read at once. An escape of a character that no key has is
// not read: not ASCII, or a control character.
type escapes struct {
	text []byte
	// ahead holds where the next backslash, percent sign and ampersand are.
	ahead [3]int
}

func newEscapes(text []byte) escapes {
	return escapes{text: text, ahead: [3]int{-1, -1, -1}}
}

// hasEscape returns whether a text has an escape that does not stand for a quote.
func hasEscape(text []byte) bool {
	e := newEscapes(text)
	return e.next(0) < len(text)
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
	first := len(e.text)
	for i, sign := range [3]byte{'\\', '%', '&'} {
		if e.ahead[i] < from {
			e.ahead[i] = len(e.text)
			if from < len(e.text) {
				if at := bytes.IndexByte(e.text[from:], sign); at >= 0 {
					e.ahead[i] = from + at
				}
			}
		}
		first = min(first, e.ahead[i])
	}
	return first
}

// read returns what the escape at an offset stands for, and where it ends: at the offset when there is
// none.
func (e *escapes) read(at int) (code int, end int) {
	switch e.text[at] {
	case '\\':
		code, end = e.backslashes(at)
	case '%':
		code, end = e.percent(at)
	case '&':
		code, end = e.entity(at)
	}
	if code < ' ' || code > '~' {
		return 0, at
	}
	return code, end
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
	case 'u':
		return e.digits(letter+1, 16, 4, 4)
	case 'x':
		return e.digits(letter+1, 16, 2, 2)
	case '/', '"', '\'':
		return int(c), letter + 1
	default:
		return 0, at
	}
}

func (e *escapes) percent(at int) (code, end int) {
	digits := at + 1
	for digits < at+2*maxLevels && e.byteAt(digits) == '2' && e.byteAt(digits+1) == '5' {
		digits += 2
	}
	if code, end = e.digits(digits, 16, 2, 2); end > 0 {
		return code, end
	}
	if digits == at+1 {
		return 0, at
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
		return 0, at
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
			return int(entity.code), at + len(entity.name)
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
