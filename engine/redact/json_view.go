package redact

import (
	"strconv"
	"sync"
)

// view is a text without the escapes of JSON.
type view struct {
	bytes []byte
	// origins holds where each byte comes from in the text, and last where the text ends.
	origins []int32
}

var views = sync.Pool{New: func() any { return new(view) }}

// read replaces the view by that of a text. JSON within JSON doubles the backslashes: any number of
// them counts as one. An escape that no key has, such as that of a line break, becomes a NUL, so that
// nothing found begins or ends within it and JSON stays JSON.
func (v *view) read(text []byte) {
	v.bytes, v.origins = v.bytes[:0], v.origins[:0]
	for at := 0; at < len(text); {
		c, end := text[at], at+1
		if c == '\\' {
			c, end = unescaped(text, at)
		}
		v.bytes, v.origins = append(v.bytes, c), append(v.origins, int32(at))
		at = end
	}
	v.origins = append(v.origins, int32(len(text)))
}

// unescaped returns what the escape at an offset stands for, and where it ends.
func unescaped(text []byte, at int) (c byte, end int) {
	for end = at + 1; end < len(text) && text[end] == '\\'; end++ {
	}
	if end == len(text) {
		return 0, end
	}
	switch c = text[end]; c {
	case '/', '"', '\'':
		return c, end + 1
	case 'u':
		if end+5 <= len(text) {
			if code, err := strconv.ParseUint(string(text[end+1:end+5]), 16, 16); err == nil {
				return printable(code), end + 5
			}
		}
	}
	return 0, end + 1
}

func printable(code uint64) byte {
	if code >= ' ' && code <= '~' {
		return byte(code)
	}
	return 0
}
