package gateway

import (
	"errors"
	"fmt"

	"github.com/grafana/sobek"

	"assay/engine/tap"
	"assay/engine/upload"
)

// readParts reads the option `parts`.
func readParts(i *Instance, r *request, v sobek.Value) error {
	body := upload.NewBody()
	list := v.ToObject(i.vu.Runtime())
	for _, key := range list.Keys() {
		if err := i.addPart(body, list.Get(key)); err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
	}
	body.Close()
	r.Upload = body
	r.Headers = append(r.Headers, tap.Header{Name: "Content-Type", Value: body.ContentType()})
	return nil
}

// part is one member of the option `parts`.
type part struct {
	name, value, filename, mediaType string
	file                             *upload.SharedFile
}

func (i *Instance) addPart(body *upload.Body, v sobek.Value) error {
	part, err := i.readPart(v)
	switch {
	case err != nil:
		return err
	case part.name == "":
		return errors.New("name is missing")
	case part.file == nil:
		body.AddField(part.name, part.value)
	case part.filename == "" || part.mediaType == "":
		return errors.New("a file must have filename and type")
	default:
		body.AddFile(part.name, part.filename, part.mediaType, part.file)
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
			shared, ok := member.Export().(*upload.SharedFile)
			if !ok {
				return read, errors.New("file must come from wav() or file()")
			}
			read.file = shared
		default:
			return read, fmt.Errorf("unknown member: %s. Known members are name, value, filename, type, file", name)
		}
		if err != nil {
			return read, fmt.Errorf("%s %w", name, err)
		}
	}
	return read, nil
}
