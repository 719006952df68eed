package gateway

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"strings"
)

const (
	// shortestSecret is the length below which a key is no secret and is not looked for.
	shortestSecret = 8
	partBytes      = 12
	// partVariety leaves out parts like 000000000000, which stand in any text.
	partVariety = 6
	live        = "_live_"
)

// clue is a text that gives a key away: the key, a part of it, or a digest of it.
type clue struct {
	text string
	// name is that of the key, such as `API key 1`.
	name string
	// form is what a digest is, such as `sha256 of `; a part finds out by itself.
	form string
	// key is what the text is a part of, at keyAt; empty for a digest.
	key    string
	keyAt  int
	restAt int
}

// cluesOf gives the same clues as cluesOf in src/exchange/redaction/secret-patterns.ts.
func cluesOf(name, key string) []clue {
	if len(key) < shortestSecret {
		return nil
	}
	restAt := 0
	if at := strings.Index(key, live); at >= 0 {
		restAt = at + len(live)
	}
	clues := []clue{{text: key, name: name, key: key, restAt: restAt}}
	for at := restAt; at+partBytes <= len(key); at++ {
		if part := key[at : at+partBytes]; variety(part) >= partVariety {
			clues = append(clues, clue{text: part, name: name, key: key, keyAt: at, restAt: restAt})
		}
	}
	return append(clues, digestsOf(name, key)...)
}

// digestsOf covers weak digests too: they are what a gateway may show, not what protects a key.
func digestsOf(name, key string) []clue {
	sum256, sum1, sum5 := sha256.Sum256([]byte(key)), sha1.Sum([]byte(key)), md5.Sum([]byte(key))
	var clues []clue
	add := func(form string, texts ...string) {
		for _, text := range texts {
			clues = append(clues, clue{text: text, name: name, form: form})
		}
	}
	for _, digest := range []struct {
		form  string
		bytes []byte
	}{{"sha256 of ", sum256[:]}, {"sha1 of ", sum1[:]}, {"md5 of ", sum5[:]}} {
		spelled := hex.EncodeToString(digest.bytes)
		add(digest.form, spelled, strings.ToUpper(spelled))
		add(digest.form, base64Forms(digest.bytes)...)
	}
	add("base64 of ", base64Forms([]byte(key))...)
	return clues
}

func base64Forms(bytes []byte) []string {
	return []string{base64.RawStdEncoding.EncodeToString(bytes), base64.RawURLEncoding.EncodeToString(bytes)}
}

func variety(text string) int {
	seen := map[byte]bool{}
	for i := range len(text) {
		seen[text[i]] = true
	}
	return len(seen)
}

// extent returns how far what was found at `at` reaches, not before from, and the marker for it.
func extent[Text string | []byte](c *clue, text Text, at, from int) (start, end int, marker string) {
	start, end = at, at+len(c.text)
	if c.key == "" {
		return start, end, "[" + c.form + c.name + "]"
	}
	first, last := c.keyAt, c.keyAt+len(c.text)
	for first > 0 && start > from && text[start-1] == c.key[first-1] {
		first, start = first-1, start-1
	}
	for last < len(c.key) && end < len(text) && text[end] == c.key[last] {
		last, end = last+1, end+1
	}
	form := "part of "
	switch {
	case last == len(c.key) && first == 0:
		form = ""
	case last == len(c.key) && first <= c.restAt:
		form = "rest of "
	}
	return start, end, "[" + form + c.name + "]"
}
