package redact

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"slices"
	"strings"
	"testing"
)

func TestRedactor(t *testing.T) {
	const first, second = "ak_live_0a1b2c3d4e5f6g7h8i9j", "zz_live_QWERTYuiopASDFghjkl"
	redactor := New(append(Patterns("API key 1", first), Patterns("API key 2", second)...))
	digest := sha256.Sum256([]byte(first))

	for _, test := range []struct{ name, text, want string }{
		{"text without a key is unchanged", "no key in here: 0a1b2c3d4e5", "no key in here: 0a1b2c3d4e5"},
		{"a whole key", `{"k":"` + first + `"}`, `{"k":"[API key 1]"}`},
		{"both keys, side by side", first + second, "[API key 1][API key 2]"},
		{"the rest of a key", "x0a1b2c3d4e5f6g7h8i9j!", "x[rest of API key 1]!"},
		{"a part of 12 characters", "…1b2c3d4e5f6g…", "…[part of API key 1]…"},
		{"a digest in hex", hex.EncodeToString(digest[:]), "[sha256 of API key 1]"},
		{"a digest in upper case", strings.ToUpper(hex.EncodeToString(digest[:])), "[sha256 of API key 1]"},
		{"base64 of a key", base64.StdEncoding.EncodeToString([]byte(second)), "[base64 of API key 2]"},
		{"a key at the very end", "Bearer " + second, "Bearer [API key 2]"},
	} {
		t.Run("redaction: "+test.name, func(t *testing.T) {
			got := redactor.Text(test.text)
			// The padding of base64 discloses nothing.
			if strings.TrimRight(got, "=") != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}

	t.Run("redaction: reads end at the same text after the replacement", func(t *testing.T) {
		body := "ab" + first + "cd" + first + "ef"
		key := int64(len(first))
		reads := []int64{1, 10, 2 + key/2, 20, 2 + key, 30, int64(len(body)) - 1, 40, int64(len(body)), 50}
		text, adjusted := redactor.Body([]byte(body), reads)
		if string(text) != "ab[API key 1]cd[API key 1]ef" {
			t.Errorf("got %q", text)
		}
		if want := []int64{1, 10, 2, 20, 13, 30, 27, 40, 28, 50}; !slices.Equal(adjusted, want) {
			t.Errorf("got %v, want %v", adjusted, want)
		}
	})
	t.Run("redaction: a key of fewer than 8 characters is not a secret", func(t *testing.T) {
		if got := New(Patterns("API key 1", "k")).Text("keys"); got != "keys" {
			t.Errorf("got %q", got)
		}
	})
}
