package framing

import (
	"strconv"
	"unicode/utf8"
	"unsafe"
)

// The header of a frame is appended piece by piece: reflection would cost more than the rest of the
// exchange. No piece ends with a comma; names are literals.

const hexDigits = "0123456789abcdef"

// AppendName adds `,"name":`, without the comma after an opening brace.
func AppendName(b []byte, name string) []byte {
	if b[len(b)-1] != '{' {
		b = append(b, ',')
	}
	b = append(b, '"')
	b = append(b, name...)
	return append(b, '"', ':')
}

// AppendText adds a member with a string.
func AppendText(b []byte, name, value string) []byte {
	return AppendQuoted(AppendName(b, name), value)
}

// AppendInt adds a member with an integer.
func AppendInt(b []byte, name string, value int64) []byte {
	return strconv.AppendInt(AppendName(b, name), value, 10)
}

// AppendQuoted adds a JSON string. Bytes that are not UTF-8 become U+FFFD, as text decoders do.
func AppendQuoted(b []byte, text string) []byte {
	b = append(b, '"')
	start := 0
	for i := 0; i < len(text); {
		c := text[i]
		if c >= utf8.RuneSelf {
			char, size := utf8.DecodeRuneInString(text[i:])
			if char == utf8.RuneError && size == 1 {
				b = append(append(b, text[start:i]...), "\uFFFD"...)
				start = i + 1
			}
			i += size
			continue
		}
		if c < ' ' || c == '"' || c == '\\' {
			b = appendEscaped(append(b, text[start:i]...), c)
			start = i + 1
		}
		i++
	}
	return append(append(b, text[start:]...), '"')
}

// AppendQuotedBytes does so for bytes.
func AppendQuotedBytes(b, text []byte) []byte {
	return AppendQuoted(b, unsafe.String(unsafe.SliceData(text), len(text)))
}

func appendEscaped(b []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(b, '\\', c)
	case '\n':
		return append(b, '\\', 'n')
	case '\r':
		return append(b, '\\', 'r')
	case '\t':
		return append(b, '\\', 't')
	default:
		return append(b, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
	}
}

// AppendInts adds a member with a list of integers.
func AppendInts(b []byte, name string, values []int64) []byte {
	b = append(AppendName(b, name), '[')
	for i, value := range values {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, value, 10)
	}
	return append(b, ']')
}
