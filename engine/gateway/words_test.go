package gateway

import (
	"strings"
	"testing"
)

func TestWords(t *testing.T) {
	t.Run("words: so many are given, none longer than is reckoned with", func(t *testing.T) {
		for _, count := range []int{0, 1, 12, 13, 5000} {
			words := strings.Fields(newWords(count, 7))
			if len(words) != count {
				t.Errorf("got %d words, want %d", len(words), count)
			}
			for _, word := range words {
				if len(word) > longest {
					t.Errorf("%s is longer than %d letters", word, longest)
				}
			}
		}
	})
	t.Run("words: the same seed gives the same, another gives others", func(t *testing.T) {
		if newWords(50, 1) != newWords(50, 1) || newWords(50, 1) == newWords(50, 2) {
			t.Error("seeds do not tell texts apart")
		}
	})
	t.Run("words: each of the vocabulary comes about as often", func(t *testing.T) {
		counts := map[string]int{}
		for _, word := range strings.Fields(newWords(32_000, 3)) {
			counts[word]++
		}
		for _, word := range vocabulary {
			if counts[word] < 850 || counts[word] > 1150 {
				t.Errorf("%s came %d times in 32000", word, counts[word])
			}
		}
	})
	t.Run("words: a number below 0 is a mistake", func(t *testing.T) {
		runtime, begin := newTestModule(t, newTap())
		begin()
		if _, err := runtime.VU.Runtime().RunString("gateway.words(-1, 1)"); err == nil || !strings.Contains(err.Error(), "words needs a number from 0 to 1000000; got -1") {
			t.Errorf("got %v", err)
		}
	})
}
