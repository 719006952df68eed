package redact

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
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

// Pattern is a text that discloses a secret: the secret, a part of it, or a digest of it.
type Pattern struct {
	text string
	// name is that of the secret, such as `API key 1`.
	name string
	// form is the kind of digest, such as `sha256 of `; that of a part depends on the match.
	form string
	// secret is what the text is a part of, at secretAt; empty for a digest.
	secret   string
	secretAt int
	// restAt is where the secret part of the secret begins, after a prefix such as `ak_live_`.
	restAt int
}

// Patterns returns the same patterns as src/exchange/redaction/secret-patterns.ts.
func Patterns(name, secret string) []Pattern {
	if len(secret) < minSecretBytes {
		return nil
	}
	restAt := 0
	if at := strings.Index(secret, liveMarker); at >= 0 {
		restAt = at + len(liveMarker)
	}
	patterns := []Pattern{{text: secret, name: name, secret: secret, restAt: restAt}}
	for at := restAt; at+partBytes <= len(secret); at++ {
		if part := secret[at : at+partBytes]; distinctBytes(part) >= minDistinctBytes {
			patterns = append(patterns, Pattern{text: part, name: name, secret: secret, secretAt: at, restAt: restAt})
		}
	}
	return append(patterns, digestPatterns(name, secret)...)
}

// digestPatterns includes weak digests: a gateway may disclose them, whatever protects the secret.
func digestPatterns(name, secret string) []Pattern {
	sum256, sum1, sum5 := sha256.Sum256([]byte(secret)), sha1.Sum([]byte(secret)), md5.Sum([]byte(secret))
	var patterns []Pattern
	add := func(form string, texts ...string) {
		for _, text := range texts {
			patterns = append(patterns, Pattern{text: text, name: name, form: form})
		}
	}
	for _, digest := range []struct {
		form  string
		bytes []byte
	}{{"sha256 of ", sum256[:]}, {"sha1 of ", sum1[:]}, {"md5 of ", sum5[:]}} {
		inHex := hex.EncodeToString(digest.bytes)
		add(digest.form, inHex, strings.ToUpper(inHex))
		add(digest.form, base64Forms(digest.bytes)...)
	}
	add("base64 of ", base64Forms([]byte(secret))...)
	return patterns
}

func base64Forms(bytes []byte) []string {
	return []string{base64.RawStdEncoding.EncodeToString(bytes), base64.RawURLEncoding.EncodeToString(bytes)}
}

func distinctBytes(text string) int {
	found := map[byte]bool{}
	for i := range len(text) {
		found[text[i]] = true
	}
	return len(found)
}

// matchIn returns the extent of the match at a position, but not before from, and its marker.
func matchIn[Text string | []byte](p *Pattern, text Text, at, from int) span {
	start, end := at, at+len(p.text)
	if p.secret == "" {
		return span{start, end, "[" + p.form + p.name + "]"}
	}
	first, last := p.secretAt, p.secretAt+len(p.text)
	for first > 0 && start > from && text[start-1] == p.secret[first-1] {
		first, start = first-1, start-1
	}
	for last < len(p.secret) && end < len(text) && text[end] == p.secret[last] {
		last, end = last+1, end+1
	}
	form := "part of "
	switch {
	case last == len(p.secret) && first == 0:
		form = ""
	case last == len(p.secret) && first <= p.restAt:
		form = "rest of "
	}
	return span{start, end, "[" + form + p.name + "]"}
}
