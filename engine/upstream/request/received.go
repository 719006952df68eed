package request

import (
	"crypto/sha256"
	"errors"
	"hash"
	"io"
	"mime"
	"strings"
)

const (
	// prefixBytes is how much of a body is read before its script is looked up, and how much of a body
	// that is not JSON is searched for nonces.
	prefixBytes = 64 << 10
	// maxKeptBytes is the size up to which a body is kept whole; the prefix of a longer one is kept.
	maxKeptBytes = 1 << 20
	// maxJSONBytes limits a body that must be in memory.
	maxJSONBytes = 32 << 20
	// keptBetween limits the memory that a connection keeps for its next request.
	keptBetween = 64 << 10
)

// Received is one request as it arrives. It is used for all requests of a connection, one after the
// other.
type Received struct {
	Head
	// Path has no query and no /v1.
	Path string
	// Nonces are those of the path and of what has been read of the body.
	Nonces []string
	// ReceivedNs and EndNs are when the first and the last byte arrived, in ns since the origin.
	ReceivedNs, EndNs int64
	// Size counts the bytes of the body that have been read.
	Size int64
	// Form is what a multipart body contains; nil for others.
	Form *Form

	reader  *Reader
	body    *Body
	content []byte
	digest  hash.Hash
	isJSON  bool
	// pace is called after each read of the rest, with the bytes that were read.
	pace func(count int) error
}

// NewReceived returns a place for the requests of a connection.
func NewReceived(reader *Reader) *Received {
	return &Received{reader: reader, digest: sha256.New()}
}

// ReadHead waits for the next request and reads its headers.
func (r *Received) ReadHead() error {
	content := r.content[:0]
	if cap(content) > keptBetween {
		content = nil
	}
	*r = Received{Head: r.Head, Nonces: r.Nonces[:0:0], reader: r.reader, digest: r.digest, content: content}
	r.digest.Reset()
	receivedNs, err := r.reader.Await()
	if err != nil {
		return err
	}
	r.ReceivedNs, r.EndNs = receivedNs, receivedNs
	if err := r.reader.Head(&r.Head); err != nil {
		return err
	}
	path, _, _ := strings.Cut(r.Target, "?")
	if rest, found := strings.CutPrefix(path, "/v1"); found && strings.HasPrefix(rest, "/") {
		path = rest
	}
	r.Path = path
	r.Nonces = AppendNonces(r.Nonces, []byte(r.Target))
	r.isJSON = !isMultipart(r.Get("content-type"))
	r.body = r.reader.Body(&r.Head)
	return nil
}

// IsComplete returns whether the whole body was read.
func (r *Received) IsComplete() bool {
	return r.body != nil && r.body.IsComplete()
}

// ReadPrefix reads the first 64 KiB of the body.
func (r *Received) ReadPrefix() error {
	for len(r.content) < prefixBytes && !r.body.IsComplete() {
		if err := r.readMore(prefixBytes); err != nil {
			return err
		}
	}
	r.EndNs = r.reader.ReadNs()
	r.Nonces = AppendNonces(r.Nonces, r.content)
	return nil
}

// readMore adds what one read returns to the content, up to a size.
func (r *Received) readMore(limit int) error {
	if len(r.content) == cap(r.content) {
		larger := max(1<<10, 2*cap(r.content))
		if stated := r.BodyBytes; stated > 0 {
			larger = min(larger, int(min(stated, maxJSONBytes)))
			larger = max(larger, min(int(min(stated, maxJSONBytes)), prefixBytes))
		}
		r.content = append(make([]byte, 0, max(larger, len(r.content)+1)), r.content...)
	}
	free := r.content[len(r.content):min(cap(r.content), limit)]
	count, err := r.body.Read(free)
	r.digest.Write(free[:count])
	r.Size += int64(count)
	r.content = r.content[:len(r.content)+count]
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// ReadRest reads the rest of the body. pace, if it is not nil, is called after each read.
func (r *Received) ReadRest(pace func(count int) error) error {
	r.pace = pace
	switch {
	case r.body.IsComplete() && r.isJSON:
	case r.isJSON:
		if err := r.readJSON(); err != nil {
			return err
		}
		r.Nonces = AppendNonces(r.Nonces, r.content)
	default:
		if err := r.readForm(); err != nil {
			return err
		}
	}
	r.EndNs = r.reader.ReadNs()
	return nil
}

func (r *Received) readJSON() error {
	for !r.body.IsComplete() {
		before := len(r.content)
		if err := r.readMore(maxJSONBytes + 1); err != nil {
			return err
		}
		if len(r.content) > maxJSONBytes {
			return &Malformed{413, "The request has more than 32 MiB."}
		}
		if r.pace != nil {
			if err := r.pace(len(r.content) - before); err != nil {
				return err
			}
		}
	}
	return nil
}

// Content returns the whole body of a request, except an upload.
func (r *Received) Content() []byte {
	return r.content
}

// Kept returns the part of the body that is reported: all of up to 1 MiB, or the first 64 KiB.
func (r *Received) Kept() []byte {
	if r.Size <= maxKeptBytes && int64(len(r.content)) == r.Size {
		return r.content
	}
	return r.content[:min(prefixBytes, len(r.content))]
}

// SHA256 returns the digest of the body as far as it was read.
func (r *Received) SHA256() [sha256.Size]byte {
	var sum [sha256.Size]byte
	r.digest.Sum(sum[:0])
	return sum
}

func isMultipart(contentType string) bool {
	media, _, _ := strings.Cut(contentType, ";")
	return strings.EqualFold(strings.TrimSpace(media), "multipart/form-data")
}

func boundaryOf(contentType string) string {
	_, parameters, err := mime.ParseMediaType(contentType)
	if err != nil {
		return ""
	}
	return parameters["boundary"]
}
