package redact

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
)

// forms is the table that the tests of src/exchange/redaction read too. Those that are encoded are
// found there only.
type forms struct {
	Keys map[string]string
	// Texts has a text and its redacted form, by what it shows.
	Texts map[string][2]string
	Kept  map[string]string
}

func readForms(t testing.TB) (forms, Redactor) {
	data, err := os.ReadFile("testdata/key-forms.json")
	if err != nil {
		t.Fatal(err)
	}
	var read forms
	if err := json.Unmarshal(data, &read); err != nil {
		t.Fatal(err)
	}
	return read, New(append(Spellings("API key 1", read.Keys["API key 1"]), Spellings("API key 2", read.Keys["API key 2"])...))
}

func TestRedactor(t *testing.T) {
	forms, redactor := readForms(t)
	for name, test := range forms.Texts {
		t.Run("redaction: "+name, func(t *testing.T) {
			if got := redactor.Text(test[0]); got != test[1] {
				t.Errorf("got %q, want %q", got, test[1])
			}
		})
	}
	for name, text := range forms.Kept {
		t.Run("redaction: passed on as it is: "+name, func(t *testing.T) {
			body := []byte(text)
			if got, _ := redactor.Body(body, nil); string(got) != text || len(body) > 0 && &got[0] != &body[0] {
				t.Errorf("got %q", got)
			}
		})
	}
	t.Run("redaction: reads end at the same text after the replacement", func(t *testing.T) {
		first := forms.Keys["API key 1"]
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
	t.Run("redaction: a body that is full of keys is replaced as a whole", func(t *testing.T) {
		body := []byte(strings.Repeat(forms.Keys["API key 1"], maxSpans+1))
		got, reads := redactor.Body(body, []int64{1, 10, int64(len(body)), 20})
		if string(got) != "[API key 1]" || !slices.Equal(reads, []int64{0, 10, int64(len(got)), 20}) {
			t.Errorf("got %d bytes, reads %v", len(got), reads)
		}
	})
	t.Run("redaction: a key of fewer than 8 characters is not a secret", func(t *testing.T) {
		if got := New(Spellings("API key 1", "k")).Text("keys"); got != "keys" {
			t.Errorf("got %q", got)
		}
	})
}

// FuzzRedact puts a key into any text.
func FuzzRedact(f *testing.F) {
	forms, redactor := readForms(f)
	key := forms.Keys["API key 1"]
	for _, test := range forms.Texts {
		f.Add([]byte(test[0]), []byte(test[0]))
	}
	f.Fuzz(func(t *testing.T, before, after []byte) {
		body := append(append(append([]byte{}, before...), key...), after...)
		reads := []int64{int64(len(before)), 1, int64(len(before) + 5), 2, int64(len(body)), 3}
		redacted, moved := redactor.Body(body, reads)
		if strings.Contains(string(redacted), key[1:]) {
			t.Errorf("%q shows the key", redacted)
		}
		if json.Valid(body) && !json.Valid(redacted) {
			t.Errorf("%q is JSON, %q is not", body, redacted)
		}
		if moved[0] > moved[2] || moved[2] > moved[4] || moved[4] != int64(len(redacted)) {
			t.Errorf("reads end at %v in %d bytes", moved, len(redacted))
		}
	})
}
