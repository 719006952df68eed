package framing

import (
	"encoding/json"
	"math/rand/v2"
	"testing"
)

func TestAppendQuoted(t *testing.T) {
	t.Run("quoting: any bytes give JSON that decodes like the output of encoding/json", func(t *testing.T) {
		random := rand.New(rand.NewPCG(1, 2))
		for range 20_000 {
			raw := make([]byte, random.IntN(24))
			for i := range raw {
				raw[i] = byte(random.IntN(256) & random.IntN(256))
				if random.IntN(3) == 0 {
					raw[i] |= 0x80
				}
			}
			ours := AppendQuoted(nil, string(raw))
			theirs, _ := json.Marshal(string(raw))
			var got, want string
			if err := json.Unmarshal(ours, &got); err != nil {
				t.Fatalf("%q became %s: %v", raw, ours, err)
			}
			_ = json.Unmarshal(theirs, &want)
			if got != want {
				t.Fatalf("%q decodes to %q, want %q", raw, got, want)
			}
		}
	})
}
