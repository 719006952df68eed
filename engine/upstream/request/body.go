package request

import (
	"errors"
	"io"
	"strconv"
	"strings"
)

// maxChunkLine limits the line before a chunk, and each trailer.
const maxChunkLine = 4 << 10

// Body is the body of a request, without its transfer coding.
type Body struct {
	reader *Reader
	// left is what remains of the body, or of the chunk.
	left    int64
	chunked bool
	// begun: a chunk was read, so a line break precedes the next one.
	begun bool
	done  bool
}

// Body returns the body that follows this head.
func (r *Reader) Body(head *Head) *Body {
	chunked := head.BodyBytes < 0
	return &Body{reader: r, left: max(0, head.BodyBytes), chunked: chunked, done: head.BodyBytes == 0}
}

// IsComplete returns whether all of the body was read.
func (b *Body) IsComplete() bool {
	return b.done
}

// Read returns io.EOF at the end of the body, and io.ErrUnexpectedEOF where the connection ended
// before it.
func (b *Body) Read(p []byte) (int, error) {
	if b.done {
		return 0, io.EOF
	}
	if b.left == 0 {
		if err := b.nextChunk(); err != nil {
			return 0, cutShort(err)
		}
		if b.done {
			return 0, io.EOF
		}
	}
	if int64(len(p)) > b.left {
		p = p[:b.left]
	}
	count, err := b.reader.readInto(p)
	b.left -= int64(count)
	if b.left == 0 && !b.chunked {
		b.done = true
	}
	if count > 0 {
		err = nil
	}
	return count, cutShort(err)
}

func cutShort(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// nextChunk reads the line before a chunk; the last chunk with its trailers ends the body.
func (b *Body) nextChunk() error {
	if b.begun {
		if line, err := b.line(); err != nil {
			return err
		} else if line != "" {
			return &Malformed{400, "A chunk of the body is longer than it states."}
		}
	}
	b.begun = true
	line, err := b.line()
	if err != nil {
		return err
	}
	size, _, _ := strings.Cut(line, ";")
	length, err := strconv.ParseUint(strings.TrimSpace(size), 16, 62)
	if err != nil {
		return &Malformed{400, "The size of a chunk of the body is malformed."}
	}
	b.left = int64(length)
	for length == 0 && !b.done {
		line, err := b.line()
		if err != nil {
			return err
		}
		b.done = line == ""
	}
	return nil
}

// line reads one line, without its end.
func (b *Body) line() (string, error) {
	var line []byte
	for {
		char, err := b.reader.take(1)
		if err != nil {
			return "", err
		}
		if char[0] == '\n' {
			return strings.TrimSuffix(string(line), "\r"), nil
		}
		if line = append(line, char[0]); len(line) > maxChunkLine {
			return "", &Malformed{400, "The line before a chunk of the body has more than 4 KiB."}
		}
	}
}
