package redact

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
)

const (
	// minSecretBytes is the length below which a key is not treated as a secret.
	minSecretBytes = 8
	partBytes      = 12
	// minDistinctBytes excludes parts like 000000000000, which occur in any text.
	minDistinctBytes = 6
	liveMarker       = "_live_"
)

// Spelling is one way to write a secret, or a digest of it.
type Spelling struct {
	// name is that of the secret, such as `API key 1`.
	name string
	// text has folded bytes.
	text []byte
	// revealedBy gives, for each offset, where the shortest run of characters ends that begins there or
	// later and reveals the secret; it is above the length of the text where no run does.
	revealedBy []int
	// marker replaces a run; part and rest replace those that are not the whole secret, where they
	// differ from it.
	marker, part, rest string
	// restAt is where the secret part of the secret begins, after a prefix such as `ak_live_`.
	restAt int
	// sharesBefore and sharesAfter: the character before and after it is determined by it in part.
	sharesBefore, sharesAfter bool
}

// run is a run of characters that reveals a secret.
type run struct{ start, end int }

// Spellings returns the spellings of src/exchange/redaction/spellings.ts.
func Spellings(name, secret string) []Spelling {
	if len(secret) < minSecretBytes {
		return nil
	}
	runs := revealingRuns(secret)
	spellings := append(plainSpellings(name, secret, runs), reversedSpelling(name, secret, runs), hexSpelling(name, secret, runs))
	for bytesBefore := range 3 {
		spellings = append(spellings, base64Spelling(name, secret, runs, bytesBefore))
	}
	return append(spellings, digestSpellings(name, secret)...)
}

// revealingRuns returns the shortest runs that reveal a secret.
func revealingRuns(secret string) []run {
	runs := []run{{0, len(secret)}}
	for at := restStart(secret); at+partBytes <= len(secret); at++ {
		if distinctBytes(secret[at:at+partBytes]) >= minDistinctBytes {
			runs = append(runs, run{at, at + partBytes})
		}
	}
	return runs
}

// restStart returns where <rest> begins in a key of the form <prefix>_live_<rest>, and 0 for any other.
func restStart(secret string) int {
	if at := strings.Index(secret, liveMarker); at >= 0 {
		return at + len(liveMarker)
	}
	return 0
}

func distinctBytes(text string) int {
	found := map[byte]bool{}
	for i := range len(text) {
		found[text[i]] = true
	}
	return len(found)
}

// plainSpellings returns the secret as it is, and as JSON has it where that differs.
func plainSpellings(name, secret string, runs []run) []Spelling {
	plain := newSpelling(name, "", []byte(secret), runs)
	plain.part, plain.rest, plain.restAt = partMarker(name), "[rest of "+name+"]", restStart(secret)
	quoted, err := json.Marshal(secret)
	if err != nil || string(quoted) == `"`+secret+`"` {
		return []Spelling{plain}
	}
	return []Spelling{plain, newSpelling(name, "", quoted[1:len(quoted)-1], []run{{0, len(quoted) - 2}})}
}

func reversedSpelling(name, secret string, runs []run) Spelling {
	text := []byte(secret)
	slices.Reverse(text)
	reversed := make([]run, len(runs))
	for i, r := range runs {
		reversed[i] = run{len(text) - r.end, len(text) - r.start}
	}
	return newSpelling(name, "reverse of ", text, reversed)
}

func hexSpelling(name, secret string, runs []run) Spelling {
	doubled := make([]run, len(runs))
	for i, r := range runs {
		doubled[i] = run{2 * r.start, 2 * r.end}
	}
	return newSpelling(name, "hex of ", []byte(hex.EncodeToString([]byte(secret))), doubled)
}

// base64Spelling returns the characters that base64 has for a secret wherever it is in the encoded
// bytes. A character has 6 bits, so there are three ways to cut the secret into characters: after 0, 1
// or 2 bytes.
func base64Spelling(name, secret string, runs []run, bytesBefore int) Spelling {
	encoded := base64.StdEncoding.EncodeToString(append(make([]byte, bytesBefore), secret...))
	firstOf := func(at int) int { return (8*(bytesBefore+at) + 5) / 6 }
	endOf := func(at int) int { return 8 * (bytesBefore + at) / 6 }
	first := firstOf(0)
	within := make([]run, len(runs))
	for i, r := range runs {
		within[i] = run{firstOf(r.start) - first, endOf(r.end) - first}
	}
	spelling := newSpelling(name, "base64 of ", []byte(encoded[first:endOf(len(secret))]), within)
	spelling.sharesBefore, spelling.sharesAfter = bytesBefore > 0, (bytesBefore+len(secret))%3 > 0
	return spelling
}

// digestSpellings includes weak digests: a gateway may disclose them, whatever protects the secret. A
// gateway may take a digest of the key or of the header that carries it.
func digestSpellings(name, secret string) []Spelling {
	var spellings []Spelling
	for _, text := range []string{secret, "Bearer " + secret} {
		sum512, sum256, sum1, sum5 := sha512.Sum512([]byte(text)), sha256.Sum256([]byte(text)), sha1.Sum([]byte(text)), md5.Sum([]byte(text))
		for _, digest := range []struct {
			form  string
			bytes []byte
		}{{"sha512 of ", sum512[:]}, {"sha256 of ", sum256[:]}, {"sha1 of ", sum1[:]}, {"md5 of ", sum5[:]}} {
			for _, written := range []string{hex.EncodeToString(digest.bytes), base64.RawURLEncoding.EncodeToString(digest.bytes)} {
				spellings = append(spellings, newSpelling(name, digest.form, []byte(written), []run{{0, len(written)}}))
			}
		}
	}
	return spellings
}

func newSpelling(name, form string, text []byte, runs []run) Spelling {
	revealedBy := slices.Repeat([]int{len(text) + 1}, len(text)+1)
	for _, r := range runs {
		revealedBy[r.start] = min(revealedBy[r.start], r.end)
	}
	for at := len(text) - 1; at >= 0; at-- {
		revealedBy[at] = min(revealedBy[at], revealedBy[at+1])
	}
	marker := "[" + form + name + "]"
	return Spelling{name: name, text: folded(text), revealedBy: revealedBy, marker: marker, part: marker, rest: marker}
}

// markerOf returns what replaces a run of the spelling.
func (s *Spelling) markerOf(start, end int) string {
	switch {
	case end < len(s.text) || start > s.restAt:
		return s.part
	case start > 0:
		return s.rest
	default:
		return s.marker
	}
}

func partMarker(name string) string {
	return "[part of " + name + "]"
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

func folded(text []byte) []byte {
	out := make([]byte, len(text))
	for i, c := range text {
		out[i] = foldTable[c]
	}
	return out
}
