// Package framing writes and reads the frames that processes of Assay exchange, as docs/contributing/tap.md
// describes them, and holds those that wait to be written.
package framing

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
)

// MaxBytes is the largest frame that the judging process accepts.
const MaxBytes = 24 << 20

const (
	lengthBytes = 4
	// PreludeBytes precede the header of a frame: two lengths and the type.
	PreludeBytes = lengthBytes + 1 + 4
)

// SocketBufferBytes is requested from the kernel, which may grant less. The larger the buffer, the
// less often the writer and the judging process wait for each other, and each wait is long when the
// cores are busy.
const SocketBufferBytes = 4 << 20

// New returns the bytes of one frame, in one allocation.
func New(kind byte, header, body []byte) []byte {
	return append(Begin(kind, header, len(body)), body...)
}

// Begin returns a frame to which this many bytes are still to be added.
func Begin(kind byte, header []byte, bodyBytes int) []byte {
	frame := make([]byte, PreludeBytes, PreludeBytes+len(header)+bodyBytes)
	binary.LittleEndian.PutUint32(frame, uint32(PreludeBytes-lengthBytes+len(header)+bodyBytes))
	frame[lengthBytes] = kind
	binary.LittleEndian.PutUint32(frame[lengthBytes+1:], uint32(len(header)))
	return append(frame, header...)
}

// Kind returns the type of a frame.
func Kind(frame []byte) byte {
	return frame[lengthBytes]
}

// Size returns the bytes of a frame.
func Size(header []byte, bodyBytes int) int64 {
	return int64(PreludeBytes + len(header) + bodyBytes)
}

// Encode returns a frame whose header is this value in JSON, with these raw bytes.
func Encode(kind byte, header any, bodies ...[]byte) []byte {
	text, err := json.Marshal(header)
	if err != nil {
		panic(err) // headers have plain values, and what was read from JSON
	}
	return New(kind, text, bytes.Join(bodies, nil))
}

// Read returns the next frame: its type, its header and its raw bytes. A frame of more than this many
// bytes is an error.
func Read(reader io.Reader, maxBytes uint32) (kind byte, header, body []byte, err error) {
	var prelude [PreludeBytes]byte
	if _, err := io.ReadFull(reader, prelude[:]); err != nil {
		return 0, nil, nil, err
	}
	length := binary.LittleEndian.Uint32(prelude[:])
	headerLength := binary.LittleEndian.Uint32(prelude[lengthBytes+1:])
	rest := length - (PreludeBytes - lengthBytes)
	if length < PreludeBytes-lengthBytes || length > maxBytes || headerLength > rest {
		return 0, nil, nil, fmt.Errorf("a frame of %d bytes is malformed", length)
	}
	content := make([]byte, rest)
	if _, err := io.ReadFull(reader, content); err != nil {
		return 0, nil, nil, err
	}
	return prelude[lengthBytes], content[:headerLength], content[headerLength:], nil
}
