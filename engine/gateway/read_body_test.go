package gateway

import (
	"testing"

	"assay/engine/clock"
	"assay/engine/tap"
)

func newExchange(r *request) *exchange {
	x := &exchange{}
	x.reset(r)
	return x
}

// endlessReader returns x without end, and counts.
type endlessReader struct {
	bytes int
}

func (f *endlessReader) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = 'x'
	}
	f.bytes += len(b)
	return len(b), nil
}

func TestSizeLimits(t *testing.T) {
	for _, test := range []struct {
		name     string
		isStream bool
		limit    int
	}{
		{"a body", false, maxBodyBytes},
		{"an event", true, maxEventBytes},
	} {
		t.Run("size limits: reading "+test.name+" without an end stops at its limit", func(t *testing.T) {
			x, source := newExchange(&request{Request: tap.Request{Operation: "chat"}}), &endlessReader{}
			x.IsStream = test.isStream
			if err := x.readBody(source, clock.NowNs); err != errOversize {
				t.Errorf("got %v", err)
			}
			// A read may be as large as all reads before it.
			if source.bytes > 2*test.limit+minReadBytes || len(x.Body) > maxBodyBytes {
				t.Errorf("%d bytes were read, %d kept", source.bytes, len(x.Body))
			}
		})
	}
}
