package upload

import (
	"bytes"
	"io"
	mimemultipart "mime/multipart"
	"strings"
	"testing"
	"testing/iotest"
	"unicode"
)

// withoutControls replaces what the parser refuses in a header, except line ends, which a body escapes.
func withoutControls(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\r' && r != '\n' {
			return '_'
		}
		return r
	}, name)
}

// FuzzBody sends parts with any names and content: the body has the stated size, and a parser finds
// exactly the parts.
func FuzzBody(f *testing.F) {
	f.Add("model", "whisper", "a.wav", []byte("RIFF"))
	f.Add("a\"b\r\n", "\r\n--assay-", "..\\\x00", []byte("\r\n--"))
	f.Fuzz(func(t *testing.T, name, value, filename string, content []byte) {
		name, filename = withoutControls(name), withoutControls(filename)
		body := NewBody()
		body.AddField(name, value)
		body.AddFile("file", filename, "audio/wav", newSharedFile(content))
		body.Close()
		sent, err := io.ReadAll(iotest.OneByteReader(body.Open()))
		if err != nil || int64(len(sent)) != body.SizeBytes {
			t.Fatalf("%d bytes were read, %d were stated: %v", len(sent), body.SizeBytes, err)
		}
		reader := mimemultipart.NewReader(bytes.NewReader(sent), body.boundary)
		for _, want := range []string{value, string(content)} {
			part, err := reader.NextRawPart()
			if err != nil {
				t.Fatal(err)
			}
			if got, err := io.ReadAll(part); err != nil || string(got) != want {
				t.Fatalf("got %q, want %q: %v", got, want, err)
			}
		}
		if _, err := reader.NextRawPart(); err != io.EOF {
			t.Fatalf("after the last part: %v", err)
		}
	})
}
