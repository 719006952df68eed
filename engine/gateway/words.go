package gateway

import (
	"fmt"
	"math/rand/v2"
)

// vocabulary is common English words, as many as five bits can tell apart.
var vocabulary = [32]string{
	"harbour", "lantern", "copper", "winter", "orchard", "signal", "meadow", "engine",
	"thunder", "paper", "river", "candle", "marble", "forest", "window", "garden",
	"silver", "bridge", "morning", "shadow", "violin", "island", "clock", "feather",
	"mountain", "letter", "anchor", "desert", "mirror", "saddle", "valley", "whistle",
}

const (
	bitsOfWord = 5
	longest    = 8 // letters of a word
	mostWords  = 1_000_000
)

// newWords returns so many words with a space between them; the same seed gives the same. A prompt
// of thousands of words made in a script would take more of the generator than its request.
func newWords(count int, seed uint64) string {
	text := make([]byte, 0, count*(longest+1))
	random := rand.NewPCG(seed, 0)
	var bits uint64
	for n := range count {
		if n > 0 {
			text = append(text, ' ')
		}
		if n%(64/bitsOfWord) == 0 {
			bits = random.Uint64()
		}
		text = append(text, vocabulary[bits%uint64(len(vocabulary))]...)
		bits >>= bitsOfWord
	}
	return string(text)
}

func (i *Instance) words(count int, seed int64) string {
	if count < 0 || count > mostWords {
		i.throw(fmt.Errorf("words needs a number from 0 to %d; got %d", mostWords, count))
	}
	return newWords(count, uint64(seed))
}
