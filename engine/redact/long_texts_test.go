//go:build !race

// Long texts, read by one goroutine: the race detector would only make them ten times as slow.

package redact

import (
	"fmt"
	"strings"
	"testing"
)

func TestLongTexts(t *testing.T) {
	forms, redactor := readForms(t)
	key := forms.Keys["API key 1"]
	escaped := func(text string) string {
		var b strings.Builder
		for _, c := range text {
			fmt.Fprintf(&b, "\\u%04x", c)
		}
		return b.String()
	}
	for offset := range 9 {
		filler := strings.Repeat("x", viewBytes-4-offset*7)
		t.Run(fmt.Sprintf("redaction: a key is found wherever a long text without escapes is cut, %d", offset), func(t *testing.T) {
			want := escaped(filler) + "[API key 1]"
			if got := redactor.Text(escaped(filler + key)); got != want {
				t.Errorf("got …%q", got[max(0, len(got)-300):])
			}
		})
		t.Run(fmt.Sprintf("redaction: a key is found wherever a long joined text is cut, %d", offset), func(t *testing.T) {
			pieces := append(cutText(filler[:4096], []byte{6, 2, 9}), cutText(strings.Repeat(filler[4096:]+key, 3), []byte{5, 10, 3})...)
			stream, _ := redactor.Body([]byte(streamOf(nil, pieces)), nil)
			left := joinedDeltas(t, string(stream))
			if len(shownParts(key, left)) > 0 || strings.Count(left, "x") != 3*len(filler)-2*4096 {
				t.Errorf("%d parts of the key, %d bytes", len(shownParts(key, left)), len(left))
			}
		})
	}
}

func TestManyPlaces(t *testing.T) {
	t.Run("redaction: pieces are joined between strings at many other places", func(t *testing.T) {
		forms, redactor := readForms(t)
		key := forms.Keys["API key 1"]
		var b strings.Builder
		for i, piece := range cutText(key, []byte{4}) {
			fmt.Fprintf(&b, "data: {\"k\":%q}\n\n", piece)
			for other := range maxPlaces / 2 {
				fmt.Fprintf(&b, "data: {\"a%d\":\"%d\"}\n\n", i*maxPlaces+other, other%2)
			}
		}
		got, _ := redactor.Body([]byte(b.String()), nil)
		if left := strings.Count(string(got), "[part of API key 1]"); left != len(cutText(key, []byte{4})) {
			t.Errorf("%d of %d pieces are replaced", left, len(cutText(key, []byte{4})))
		}
	})
}
