// Package request reads the requests of a gateway.
package request

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"hash"
	"io"
	"mime"
	"net"
	"net/http"
	"strings"
)

const (
	// prefixBytes is how much of a body that is not JSON is searched for nonces, before the rest is read.
	prefixBytes = 64 << 10
	// maxKeptBytes is the size up to which a body is kept whole; the prefix of a longer one is kept.
	maxKeptBytes = 1 << 20
	// maxJSONBytes limits a body that must be in memory.
	maxJSONBytes = 32 << 20
)

// Malformed is a request that cannot be read: it is answered with this status, and the connection
// ends.
type Malformed struct {
	Status  int
	Problem string
}

func (m *Malformed) Error() string {
	return m.Problem
}

// Received is one request as it arrives.
type Received struct {
	*http.Request
	// Path has no query and no /v1.
	Path string
	// Nonces are those of the path and of what has been read of the body.
	Nonces []string
	// Size counts the bytes of the body that have been read.
	Size int64
	// IsComplete: the whole body was read.
	IsComplete bool
	// Upload is what a multipart body contains; nil for others.
	Upload *Form

	content bytes.Buffer
	digest  hash.Hash
	// failure is why the body cannot be read.
	failure error
}

// New returns a request of which nothing but the headers has been read.
func New(r *http.Request) *Received {
	path, _, _ := strings.Cut(r.RequestURI, "?")
	if rest, found := strings.CutPrefix(path, "/v1"); found && strings.HasPrefix(rest, "/") {
		path = rest
	}
	return &Received{
		Request: r, Path: path, Nonces: AppendNonces(nil, []byte(r.RequestURI)), digest: sha256.New(),
		IsComplete: r.ContentLength == 0,
	}
}

// ReadPrefix reads the first 64 KiB of the body.
func (r *Received) ReadPrefix() error {
	r.content.Grow(int(min(max(0, r.ContentLength), prefixBytes)) + bytes.MinRead)
	_, err := r.content.ReadFrom(io.LimitReader(source{r}, prefixBytes))
	r.Nonces = AppendNonces(r.Nonces, r.content.Bytes())
	return err
}

// ReadRest reads the rest of the body.
func (r *Received) ReadRest() error {
	if media, parameters, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err == nil && media == "multipart/form-data" {
		return r.readForm(parameters["boundary"])
	}
	if r.IsComplete {
		return nil
	}
	_, err := r.content.ReadFrom(io.LimitReader(source{r}, maxJSONBytes+1-r.Size))
	if r.Size > maxJSONBytes {
		return &Malformed{http.StatusRequestEntityTooLarge, "The request has more than 32 MiB."}
	}
	r.Nonces = AppendNonces(r.Nonces, r.content.Bytes())
	return err
}

// source is the body of a request, of which what is read is noted.
type source struct {
	*Received
}

func (s source) Read(p []byte) (int, error) {
	if s.IsComplete || s.failure != nil {
		return 0, endOf(s.failure)
	}
	count, err := s.Body.Read(p)
	s.digest.Write(p[:count])
	s.Size += int64(count)
	var lost net.Error
	switch {
	case err == nil:
	case errors.Is(err, io.EOF):
		s.IsComplete = true
	case errors.Is(err, io.ErrUnexpectedEOF), errors.As(err, &lost), s.Context().Err() != nil:
		s.failure = err
	default:
		s.failure = &Malformed{http.StatusBadRequest, "The body of the request is malformed."}
	}
	if err != nil {
		return count, endOf(s.failure)
	}
	return count, nil
}

func endOf(failure error) error {
	if failure == nil {
		return io.EOF
	}
	return failure
}

// Content returns the whole body of a request, except an upload.
func (r *Received) Content() []byte {
	return r.content.Bytes()
}

// Kept returns the part of the body that is reported: all of up to 1 MiB, or the first 64 KiB.
func (r *Received) Kept() []byte {
	content := r.content.Bytes()
	if r.Size <= maxKeptBytes && int64(len(content)) == r.Size {
		return content
	}
	return content[:min(prefixBytes, len(content))]
}

// SHA256 returns the digest of the body as far as it was read.
func (r *Received) SHA256() []byte {
	return r.digest.Sum(nil)
}
