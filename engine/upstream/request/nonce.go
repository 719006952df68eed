package request

import (
	"bytes"
	"slices"
	"strconv"
)

const (
	// MaxNonces is how many nonces of a request count.
	MaxNonces = 8
	fewestHex = 8
	mostHex   = 16
)

// AppendNonces adds the nonces of a text that are not in the list yet, in their order: words of n and
// 8 to 16 lower-case hex digits. The text may be JSON with escapes.
func AppendNonces(nonces []string, text []byte) []string {
	text = withoutEscapes(text)
	for at := 0; len(nonces) < MaxNonces; {
		next := bytes.IndexByte(text[at:], 'n')
		if next < 0 {
			break
		}
		start := at + next
		at = start + 1
		end := at
		for end < len(text) && isHex(text[end]) {
			end++
		}
		digits := end - at
		isWord := (start == 0 || !isAlphanumeric(text[start-1])) && (end == len(text) || !isAlphanumeric(text[end]))
		if !isWord || digits < fewestHex || digits > mostHex {
			continue
		}
		if nonce := string(text[start:end]); !slices.Contains(nonces, nonce) {
			nonces = append(nonces, nonce)
		}
		at = end
	}
	return nonces
}

// withoutEscapes returns a text with each escape of JSON replaced: one of a letter of ASCII by the letter,
// any other by a space, as it ends a word.
func withoutEscapes(text []byte) []byte {
	at := bytes.IndexByte(text, '\\')
	if at < 0 {
		return text
	}
	out := make([]byte, 0, len(text))
	for ; at >= 0 && at+1 < len(text); at = bytes.IndexByte(text, '\\') {
		out = append(out, text[:at]...)
		escape, size := byte(' '), 2
		if text[at+1] == 'u' && at+6 <= len(text) {
			if code, err := strconv.ParseUint(string(text[at+2:at+6]), 16, 16); err == nil {
				size = 6
				if code < 0x80 {
					escape = byte(code)
				}
			}
		}
		out, text = append(out, escape), text[at+size:]
	}
	return append(out, text...)
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f'
}

func isAlphanumeric(c byte) bool {
	return isHex(c) || c >= 'g' && c <= 'z' || c >= 'A' && c <= 'Z'
}
