package gateway

import (
	"testing"
)

// flood gives x for ever, and counts.
type flood struct {
	bytes int
}

func (f *flood) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = 'x'
	}
	f.bytes += len(b)
	return len(b), nil
}

func TestBounds(t *testing.T) {
	for _, test := range []struct {
		name     string
		isStream bool
		most     int
	}{
		{"a body", false, maxBodyBytes},
		{"an event", true, maxEventBytes},
	} {
		t.Run("bounds: "+test.name+" without an end is given up at its bound", func(t *testing.T) {
			x, source := &exchange{request: &request{operation: "chat"}, isStream: test.isStream}, &flood{}
			if err := x.read(source, sinceOrigin); err != errOversize {
				t.Errorf("got %v", err)
			}
			// What is read at once is as much as was read before.
			if source.bytes > 2*test.most+minReadBytes || len(x.body) > maxBodyBytes {
				t.Errorf("%d bytes were read, %d held", source.bytes, len(x.body))
			}
		})
	}
}
