package request

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"mime"
	"mime/multipart"
)

const (
	maxParts      = 64
	maxFieldBytes = 64 << 10
)

// Form is what a multipart body contains.
type Form struct {
	Fields [][2]string
	Files  []File
}

// File is one file of a form.
type File struct {
	Field, Name, Type string
	Size              int64
	// SHA256 is in hex.
	SHA256 string
}

// Value returns the first field of a name; "" where there is none.
func (f *Form) Value(name string) string {
	for _, field := range f.Fields {
		if field[0] == name {
			return field[1]
		}
	}
	return ""
}

// readForm reads a form to its end, and what follows it. Up to 1 MiB of it is kept.
func (r *Received) readForm(boundary string) error {
	prefix := bytes.Clone(r.content.Bytes())
	rest := io.TeeReader(source{r}, keeper{r})
	form, err := parseForm(multipart.NewReader(io.MultiReader(bytes.NewReader(prefix), rest), boundary))
	if err == nil {
		_, err = io.Copy(io.Discard, rest)
	}
	if err != nil && r.failure == nil {
		return &Malformed{400, "The form of the request is malformed."}
	}
	r.Upload = form
	return r.failure
}

// keeper adds bytes to the content of a request until it has 1 MiB.
type keeper struct {
	*Received
}

func (k keeper) Write(p []byte) (int, error) {
	if k.Size <= maxKeptBytes {
		k.content.Write(p)
	}
	return len(p), nil
}

func parseForm(reader *multipart.Reader) (*Form, error) {
	form := &Form{}
	for range maxParts {
		part, err := reader.NextRawPart()
		if errors.Is(err, io.EOF) {
			return form, nil
		}
		if err != nil {
			return nil, err
		}
		if err := form.add(part); err != nil {
			return nil, err
		}
	}
	return nil, errors.New("too many parts")
}

func (f *Form) add(part *multipart.Part) error {
	name, isFile := fileName(part)
	if !isFile {
		value, err := io.ReadAll(io.LimitReader(part, maxFieldBytes))
		f.Fields = append(f.Fields, [2]string{part.FormName(), string(value)})
		return err
	}
	digest := sha256.New()
	size, err := io.Copy(digest, part)
	f.Files = append(f.Files, File{
		Field: part.FormName(), Name: name, Type: part.Header.Get("Content-Type"), Size: size,
		SHA256: hex.EncodeToString(digest.Sum(nil)),
	})
	return err
}

// fileName returns the name of a file as it was sent, with any folders, and false for a field.
func fileName(part *multipart.Part) (string, bool) {
	_, parameters, err := mime.ParseMediaType(part.Header.Get("Content-Disposition"))
	name, found := parameters["filename"]
	return name, err == nil && found
}
