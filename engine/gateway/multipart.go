package gateway

import (
	"crypto/rand"
	"errors"
	"fmt"
	"strings"

	"github.com/grafana/sobek"
)

// multipart is a multipart/form-data body in pieces. The pieces of files are the shared bytes
// themselves.
type multipart struct {
	boundary  string
	fields    [][2]string
	files     []filePart
	pieces    [][]byte
	sizeBytes int64
}

type filePart struct {
	field, filename string
	file            *SharedFile
}

// escapeName keeps a name inside its quotes (WHATWG HTML, multipart/form-data encoding).
var escapeName = strings.NewReplacer(`"`, "%22", "\r", "%0D", "\n", "%0A")

func newMultipart() *multipart {
	return &multipart{boundary: "assay-" + rand.Text()}
}

func (m *multipart) add(pieces ...[]byte) {
	for _, piece := range pieces {
		m.pieces = append(m.pieces, piece)
		m.sizeBytes += int64(len(piece))
	}
}

func (m *multipart) addField(name, value string) {
	m.fields = append(m.fields, [2]string{name, value})
	m.add(fmt.Appendf(nil, "--%s\r\nContent-Disposition: form-data; name=\"%s\"\r\n\r\n%s\r\n",
		m.boundary, escapeName.Replace(name), value))
}

func (m *multipart) addFile(name, filename, mediaType string, file *SharedFile) {
	m.files = append(m.files, filePart{name, filename, file})
	head := fmt.Appendf(nil,
		"--%s\r\nContent-Disposition: form-data; name=\"%s\"; filename=\"%s\"\r\nContent-Type: %s\r\n\r\n",
		m.boundary, escapeName.Replace(name), escapeName.Replace(filename), mediaType)
	m.add(head, file.bytes, []byte("\r\n"))
}

func (m *multipart) close() {
	m.add([]byte("--" + m.boundary + "--\r\n"))
}

// readParts reads the option `parts`.
func readParts(i *Instance, r *request, v sobek.Value) error {
	body := newMultipart()
	list := v.ToObject(i.vu.Runtime())
	for _, key := range list.Keys() {
		if err := i.addPart(body, list.Get(key)); err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
	}
	body.close()
	r.multipart = body
	r.headers = append(r.headers, header{"Content-Type", "multipart/form-data; boundary=" + body.boundary})
	return nil
}

// part is one member of the option `parts`.
type part struct {
	name, value, filename, mediaType string
	file                             *SharedFile
}

func (i *Instance) addPart(body *multipart, v sobek.Value) error {
	part, err := i.readPart(v)
	switch {
	case err != nil:
		return err
	case part.name == "":
		return errors.New("name is missing")
	case part.file == nil:
		body.addField(part.name, part.value)
	case part.filename == "" || part.mediaType == "":
		return errors.New("a file needs filename and type")
	default:
		body.addFile(part.name, part.filename, part.mediaType, part.file)
	}
	return nil
}

func (i *Instance) readPart(v sobek.Value) (read part, err error) {
	object := v.ToObject(i.vu.Runtime())
	for _, name := range object.Keys() {
		member := object.Get(name)
		switch name {
		case "name":
			read.name, err = text(member)
		case "value":
			read.value, err = text(member)
		case "filename":
			read.filename, err = text(member)
		case "type":
			read.mediaType, err = text(member)
		case "file":
			shared, ok := member.Export().(*SharedFile)
			if !ok {
				return read, errors.New("file must come from wav() or file()")
			}
			read.file = shared
		default:
			return read, fmt.Errorf("unknown member: %s. Known are name, value, filename, type, file", name)
		}
		if err != nil {
			return read, fmt.Errorf("%s %w", name, err)
		}
	}
	return read, nil
}
