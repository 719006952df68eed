package upload

import (
	"io"
	"slices"
)

// reader reads the pieces of a body, one after the other.
type reader struct {
	pieces [][]byte
}

// Open returns a reader of the whole body, for one request.
func (b *Body) Open() io.ReadCloser {
	return io.NopCloser(&reader{slices.Clone(b.pieces)})
}

func (r *reader) Read(b []byte) (int, error) {
	for len(r.pieces) > 0 && len(r.pieces[0]) == 0 {
		r.pieces = r.pieces[1:]
	}
	if len(r.pieces) == 0 {
		return 0, io.EOF
	}
	count := copy(b, r.pieces[0])
	r.pieces[0] = r.pieces[0][count:]
	return count, nil
}
