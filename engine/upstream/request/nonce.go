package request

import (
	"bytes"
	"slices"
)

const (
	// MaxNonces is how many nonces of a request count.
	MaxNonces   = 8
	fewestHex   = 8
	mostHex     = 16
	escapeBytes = len(`\u0000`)
)

// AppendNonces adds the nonces of a text that are not in the list yet, in their order: words of n and
// 8 to 16 lower-case hex digits. A letter of JSON may be escaped.
func AppendNonces(nonces []string, text []byte) []string {
	nonces = appendPlainNonces(nonces, text)
	if len(nonces) < MaxNonces && bytes.Contains(text, []byte(`\u00`)) {
		nonces = appendPlainNonces(nonces, withoutEscapes(text))
	}
	return nonces
}

func appendPlainNonces(nonces []string, text []byte) []string {
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
		if digits := end - at; digits < fewestHex || digits > mostHex || end < len(text) && isAlphanumeric(text[end]) {
			continue
		}
		if !startsWord(text, start) {
			continue
		}
		if nonce := string(text[start:end]); !slices.Contains(nonces, nonce) {
			nonces = append(nonces, nonce)
		}
		at = end
	}
	return nonces
}

// startsWord returns whether a word can begin at an offset: after the start, after what is neither a letter
// nor a digit, or after an escape of JSON.
func startsWord(text []byte, at int) bool {
	if at == 0 {
		return true
	}
	if isEscaped(text, at) {
		return false // the n of \n
	}
	if !isAlphanumeric(text[at-1]) || isEscaped(text, at-1) {
		return true
	}
	start := at - escapeBytes
	return start >= 0 && text[start] == '\\' && text[start+1] == 'u' && isEscaped(text, start+1)
}

// isEscaped returns whether an odd number of backslashes precedes an offset.
func isEscaped(text []byte, at int) bool {
	start := at
	for start > 0 && text[start-1] == '\\' {
		start--
	}
	return (at-start)%2 == 1
}

// withoutEscapes returns a text with each \u00XX replaced by its character.
func withoutEscapes(text []byte) []byte {
	out := make([]byte, 0, len(text))
	for at := 0; at < len(text); at++ {
		if text[at] == '\\' && at+escapeBytes <= len(text) && string(text[at+1:at+4]) == "u00" && !isEscaped(text, at) {
			if high, low := hexValue(text[at+4]), hexValue(text[at+5]); high >= 0 && high < 8 && low >= 0 {
				out = append(out, byte(high<<4|low))
				at += escapeBytes - 1
				continue
			}
		}
		out = append(out, text[at])
	}
	return out
}

func hexValue(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	default:
		return -1
	}
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f'
}

func isAlphanumeric(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
