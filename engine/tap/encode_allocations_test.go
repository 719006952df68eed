//go:build !race

// The race detector drops pooled memory at random, so it would count allocations of its own.

package tap

import (
	"testing"

	"assay/engine/body"
	"assay/engine/redact"
)

func TestEncode(t *testing.T) {
	x, redactor := streamedExchange(body.NewBudget(1<<20)), redact.New(redact.Spellings("API key 1", "ak_live_0a1b2c3d4e5f6g7h8i9j"))
	t.Run("encoding: the header of an exchange allocates nothing", func(t *testing.T) {
		scratch := appendExchange(nil, x, redactor)
		if count := testing.AllocsPerRun(100, func() { scratch = appendExchange(scratch[:0], x, redactor) }); count != 0 {
			t.Errorf("got %v allocations", count)
		}
	})
}
