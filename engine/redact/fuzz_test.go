package redact

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// FuzzRedact puts a key in pieces into any text and into the deltas of a stream.
func FuzzRedact(f *testing.F) {
	forms, redactor := readForms(f)
	key := forms.Keys["API key 1"]
	f.Add([]byte(`{"error":"`), []byte{8, 4, 3, 200}, []byte(`"}`))
	f.Add([]byte(`%252`), []byte{1}, []byte("\\u00"))
	f.Add([]byte("data: {\"a\":[{\"index\":1,\"t\":\"x\"}]}\n\n"), []byte{5, 5}, []byte("\r\ndata: [1]\n"))
	for _, test := range forms.Texts[:40] {
		f.Add([]byte(test.Text), []byte{7}, []byte(test.Text))
	}
	for _, test := range forms.Streams {
		f.Add([]byte(test.Text), []byte{3, 1}, []byte(test.Text))
	}
	f.Fuzz(func(t *testing.T, before, cuts, after []byte) {
		body := append(append(append([]byte{}, before...), key...), after...)
		reads := []int64{int64(len(before)), 1, int64(len(before) + 5), 2, int64(len(body)), 3}
		redacted, moved := redactor.Body(body, reads)
		if len(shownParts(key, string(redacted))) > 0 {
			t.Errorf("%q shows the key", redacted)
		}
		if json.Valid(body) && !json.Valid(redacted) {
			t.Errorf("%q is JSON, %q is not", body, redacted)
		}
		if moved[0] > moved[2] || moved[2] > moved[4] || moved[4] != int64(len(redacted)) {
			t.Errorf("reads end at %v in %d bytes", moved, len(redacted))
		}
		if text := redactor.Text(string(before)); redactor.Text(text) != text {
			t.Errorf("%q becomes %q, which is changed again", before, text)
		}

		stream, _ := redactor.Body([]byte(streamOf(before, cutText(key, cuts))), nil)
		if left := joinedDeltas(t, string(stream)); len(shownParts(key, left)) > 0 {
			t.Errorf("the deltas of %q show the key", stream)
		}
	})
}

// cutText cuts a text into pieces of 1 to 16 bytes.
func cutText(text string, lengths []byte) []string {
	var pieces []string
	for i := 0; text != ""; i++ {
		length := 1
		if len(lengths) > 0 {
			length += int(lengths[i%len(lengths)] % 16)
		}
		length = min(length, len(text))
		pieces, text = append(pieces, text[:length]), text[length:]
	}
	return pieces
}

// streamOf has the pieces as deltas, after a first one with any text.
func streamOf(first []byte, pieces []string) string {
	var b strings.Builder
	for i, piece := range append([]string{string(first)}, pieces...) {
		content, _ := json.Marshal(piece)
		fmt.Fprintf(&b, "data: {\"id\":\"c\",\"n\":%d,\"choices\":[{\"index\":0,\"delta\":{\"content\":%s}}]}\n\n", i/8, content)
	}
	return b.String()
}

func joinedDeltas(t *testing.T, stream string) string {
	var joined strings.Builder
	for event := range strings.SplitSeq(strings.TrimSpace(stream), "\n\n") {
		var chunk struct {
			Choices []struct{ Delta struct{ Content string } }
		}
		if err := json.Unmarshal([]byte(strings.TrimPrefix(event, "data: ")), &chunk); err != nil {
			t.Fatalf("%q: %v", event, err)
		}
		joined.WriteString(chunk.Choices[0].Delta.Content)
	}
	return joined.String()
}

// shownParts returns each run of 12 characters of a key that a text shows, in whatever case.
func shownParts(key, text string) []string {
	var parts []string
	text = strings.ToLower(text)
	for at := restStart(key); at+partBytes <= len(key); at++ {
		part := key[at : at+partBytes]
		if distinctBytes(part) >= minDistinctBytes && strings.Contains(text, strings.ToLower(part)) {
			parts = append(parts, part)
		}
	}
	return parts
}
