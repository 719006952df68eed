package gateway

import (
	"strings"
	"testing"

	"assay/engine/tap"
)

func TestFillerText(t *testing.T) {
	t.Run("filler text: it has the requested number of words, none longer than the limit", func(t *testing.T) {
		for _, count := range []int{0, 1, 12, 13, 5000} {
			words := strings.Fields(fillerText(count, 7))
			if len(words) != count {
				t.Errorf("got %d words, want %d", len(words), count)
			}
			for _, word := range words {
				if len(word) > maxWordLength {
					t.Errorf("%s is longer than %d letters", word, maxWordLength)
				}
			}
		}
	})
	t.Run("filler text: the same seed gives the same words, another seed others", func(t *testing.T) {
		if fillerText(50, 1) != fillerText(50, 1) || fillerText(50, 1) == fillerText(50, 2) {
			t.Error("the text does not depend on the seed")
		}
	})
	t.Run("filler text: a count below 0 is reported", func(t *testing.T) {
		runtime, begin := newTestModule(t, tap.New())
		begin()
		if _, err := runtime.VU.Runtime().RunString("gateway.words(-1, 1)"); err == nil || !strings.Contains(err.Error(), "words needs a count from 0 to 1000000; got -1") {
			t.Errorf("got %v", err)
		}
	})
}
