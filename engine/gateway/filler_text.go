package gateway

import (
	"fmt"
	"math/rand/v2"
)

// vocabulary is common English words, as many as five bits can distinguish.
var vocabulary = [32]string{
	"harbour", "lantern", "copper", "winter", "orchard", "signal", "meadow", "engine",
	"thunder", "paper", "river", "candle", "marble", "forest", "window", "garden",
	"silver", "bridge", "morning", "shadow", "violin", "island", "clock", "feather",
	"mountain", "letter", "anchor", "desert", "mirror", "saddle", "valley", "whistle",
}

const (
	bitsPerWord   = 5
	maxWordLength = 8
	maxWords      = 1_000_000
)

// fillerText returns a number of words with a space between them; the same seed returns the same
// words. Creating a prompt of thousands of words in a script would cost the generator more than the
// request.
func fillerText(count int, seed uint64) string {
	text := make([]byte, 0, count*(maxWordLength+1))
	random := rand.NewPCG(seed, 0)
	var bits uint64
	for n := range count {
		if n > 0 {
			text = append(text, ' ')
		}
		if n%(64/bitsPerWord) == 0 {
			bits = random.Uint64()
		}
		text = append(text, vocabulary[bits%uint64(len(vocabulary))]...)
		bits >>= bitsPerWord
	}
	return string(text)
}

func (i *Instance) words(count int, seed int64) string {
	if count < 0 || count > maxWords {
		i.throw(fmt.Errorf("words needs a count from 0 to %d; got %d", maxWords, count))
	}
	return fillerText(count, uint64(seed))
}
