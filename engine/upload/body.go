// Package upload sends multipart bodies whose files are in memory once, however many virtual users
// send them.
package upload

import (
	"crypto/rand"
	"fmt"
	"io"
	"slices"
	"strings"
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

// Body is a multipart/form-data body in pieces. The pieces of files are the shared bytes themselves.
type Body struct {
	Fields    [][2]string
	Files     []FilePart
	SizeBytes int64
	boundary  string
	pieces    [][]byte
}

// FilePart is a file in a body, under the name of its field.
type FilePart struct {
	Field, Filename string
	File            *SharedFile
}

// escapeName keeps a name inside its quotes (WHATWG HTML, multipart/form-data encoding).
var escapeName = strings.NewReplacer(`"`, "%22", "\r", "%0D", "\n", "%0A")

// NewBody returns a body without parts.
func NewBody() *Body {
	return &Body{boundary: "assay-" + rand.Text()}
}

// ContentType is that of the request.
func (b *Body) ContentType() string {
	return "multipart/form-data; boundary=" + b.boundary
}

func (b *Body) add(pieces ...[]byte) {
	for _, piece := range pieces {
		b.pieces = append(b.pieces, piece)
		b.SizeBytes += int64(len(piece))
	}
}

// AddField adds a part that is a value.
func (b *Body) AddField(name, value string) {
	b.Fields = append(b.Fields, [2]string{name, value})
	b.add(fmt.Appendf(nil, "--%s\r\nContent-Disposition: form-data; name=\"%s\"\r\n\r\n%s\r\n",
		b.boundary, escapeName.Replace(name), value))
}

// AddFile adds a part that is a file.
func (b *Body) AddFile(name, filename, mediaType string, file *SharedFile) {
	b.Files = append(b.Files, FilePart{name, filename, file})
	head := fmt.Appendf(nil,
		"--%s\r\nContent-Disposition: form-data; name=\"%s\"; filename=\"%s\"\r\nContent-Type: %s\r\n\r\n",
		b.boundary, escapeName.Replace(name), escapeName.Replace(filename), mediaType)
	b.add(head, file.bytes, []byte("\r\n"))
}

// Close ends the body: it takes no more parts.
func (b *Body) Close() {
	b.add([]byte("--" + b.boundary + "--\r\n"))
}
