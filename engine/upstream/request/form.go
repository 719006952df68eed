package request

import (
	"bytes"
	"crypto/sha256"
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
	SHA256            [sha256.Size]byte
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

// readForm reads a form to its end, and what follows it.
func (r *Received) readForm() error {
	rest := &restOfBody{r}
	source := io.MultiReader(bytes.NewReader(r.content[:len(r.content):len(r.content)]), rest)
	form, err := parseForm(multipart.NewReader(source, boundaryOf(r.Get("content-type"))))
	if err != nil && rest.failure() == nil {
		err = &Malformed{400, "The form of the request is malformed."}
	}
	if err != nil {
		return err
	}
	r.Form = form
	_, err = io.Copy(io.Discard, rest)
	return err
}

// restOfBody reads what follows the prefix.
type restOfBody struct {
	*Received
}

// failure returns the error that ended the connection.
func (r *restOfBody) failure() error {
	return r.reader.failure
}

// Read keeps up to 1 MiB of the body, and hashes all of it.
func (r *restOfBody) Read(p []byte) (int, error) {
	count, err := r.body.Read(p)
	r.digest.Write(p[:count])
	r.Size += int64(count)
	if r.Size <= maxKeptBytes {
		r.content = append(r.content, p[:count]...)
	}
	if count > 0 && r.pace != nil {
		if err := r.pace(count); err != nil {
			return count, err
		}
	}
	return count, err
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
	file := File{Field: part.FormName(), Name: name, Type: part.Header.Get("Content-Type"), Size: size}
	digest.Sum(file.SHA256[:0])
	f.Files = append(f.Files, file)
	return err
}

// fileName returns the name of a file as it was sent, with any folders, and false for a field.
func fileName(part *multipart.Part) (string, bool) {
	_, parameters, err := mime.ParseMediaType(part.Header.Get("Content-Disposition"))
	name, found := parameters["filename"]
	return name, err == nil && found
}
