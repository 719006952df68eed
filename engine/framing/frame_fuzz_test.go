package framing

import (
	"bytes"
	"testing"
)

// FuzzRead reads frames from any bytes: each is as large as it says, and none is larger than allowed.
func FuzzRead(f *testing.F) {
	const maxBytes = 1 << 10
	f.Add(New(129, []byte(`{"first":"a"}`), nil))
	f.Add(append(New(130, []byte(`{}`), nil), New(131, []byte(`{"rule":"a"}`), []byte("x"))...))
	f.Add([]byte{0, 0, 0, 0, 129, 0, 0, 0, 0})
	f.Add([]byte{255, 255, 255, 255, 129, 255, 255, 255, 255})
	f.Fuzz(func(t *testing.T, sent []byte) {
		reader := bytes.NewReader(sent)
		read := 0
		for {
			kind, header, _, err := Read(reader, maxBytes)
			if err != nil {
				return
			}
			if read++; len(header) > maxBytes || read*PreludeBytes > len(sent) {
				t.Fatalf("frame %d has type %d and a header of %d bytes, of %d in all", read, kind, len(header), len(sent))
			}
		}
	})
}
