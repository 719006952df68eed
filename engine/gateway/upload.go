package gateway

import (
	"io"
	"slices"
)

// upload reads the pieces of a multipart body, one after the other.
type upload struct {
	pieces [][]byte
}

// open returns a reader of the whole body, for one sending.
func (m *multipart) open() io.ReadCloser {
	return io.NopCloser(&upload{slices.Clone(m.pieces)})
}

func (u *upload) Read(b []byte) (int, error) {
	for len(u.pieces) > 0 && len(u.pieces[0]) == 0 {
		u.pieces = u.pieces[1:]
	}
	if len(u.pieces) == 0 {
		return 0, io.EOF
	}
	count := copy(b, u.pieces[0])
	u.pieces[0] = u.pieces[0][count:]
	return count, nil
}
