package redact

import (
	"encoding/base64"
	"strings"
)

const (
	// minSecretBytes is the length below which a key is not treated as a secret.
	minSecretBytes = 8
	partBytes      = 12
	// base64PartBytes is how many characters of base64 twelve bytes determine, wherever they begin.
	base64PartBytes = 15
	// minDistinctBytes excludes parts like 000000000000, which occur in any text.
	minDistinctBytes = 6
	liveMarker       = "_live_"
)

// Spelling is one way to write a secret.
type Spelling struct {
	// text has folded bytes.
	text []byte
	// from is where the secret part begins, after a prefix such as `ak_live_`.
	from int
	// least is how many consecutive characters from there on reveal the secret.
	least int
	// whole replaces all of it, part any other run.
	whole, part string
}

// Spellings returns the spellings of a secret that are searched for; none when it is too short to be
// one. Those of src/exchange/redaction/spellings.ts include them.
func Spellings(name, secret string) []Spelling {
	if len(secret) < minSecretBytes {
		return nil
	}
	var plain view
	plain.read([]byte(secret))
	from := restStart(string(plain.bytes))
	spellings := []Spelling{newSpelling(plain.bytes, from, partBytes, "["+name+"]", "[part of "+name+"]")}
	for bytesBefore := range 3 {
		spellings = append(spellings, base64Spelling(name, secret, bytesBefore))
	}
	return spellings
}

// restStart returns where the secret part of a key of the form <prefix>_live_<rest> begins; 0 for any
// other, and where the rest is short.
func restStart(secret string) int {
	before, rest, found := strings.Cut(secret, liveMarker)
	if found && len(rest) >= partBytes {
		return len(before) + len(liveMarker)
	}
	return 0
}

// base64Spelling returns the characters that base64 has for a secret wherever it is in the encoded
// bytes. A character has 6 bits, so there are three ways to cut the secret into characters: after 0, 1
// or 2 bytes.
func base64Spelling(name, secret string, bytesBefore int) Spelling {
	encoded := base64.StdEncoding.EncodeToString(append(make([]byte, bytesBefore), secret...))
	firstOf := func(at int) int { return (8*(bytesBefore+at) + 5) / 6 }
	text := []byte(encoded[firstOf(0) : 8*(bytesBefore+len(secret))/6])
	marker := "[base64 of " + name + "]"
	return newSpelling(text, firstOf(restStart(secret))-firstOf(0), base64PartBytes, marker, marker)
}

func newSpelling(text []byte, from, least int, whole, part string) Spelling {
	folded := make([]byte, len(text))
	for i, c := range text {
		folded[i] = foldTable[c]
	}
	return Spelling{folded, from, min(least, len(text)-from), whole, part}
}

// markerOf returns what replaces a run of the spelling; "" where it reveals nothing.
func (s *Spelling) markerOf(start, end int) string {
	switch {
	case end-start == len(s.text):
		return s.whole
	case end-max(start, s.from) < s.least || distinctBytes(s.text[start:end]) < minDistinctBytes:
		return ""
	default:
		return s.part
	}
}

func distinctBytes(text []byte) int {
	var found [256]bool
	count := 0
	for _, c := range text {
		if !found[c] {
			found[c] = true
			count++
		}
	}
	return count
}

// foldTable holds what each byte is compared as: upper case as lower case, and the two characters of
// base64url as those of base64.
var foldTable = func() (table [256]byte) {
	for i := range table {
		table[i] = byte(i)
	}
	for c := 'A'; c <= 'Z'; c++ {
		table[c] = byte(c) + 'a' - 'A'
	}
	table['-'], table['_'] = '+', '/'
	return table
}()
