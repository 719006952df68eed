package tap

import "encoding/binary"

// Frame types, as in docs/tap.md.
const (
	frameHello      = 1
	frameExchange   = 2
	frameGroupEnd   = 3
	frameDropped    = 4
	frameHealth     = 5
	frameEnd        = 6
	frameKeys       = 129
	frameStop       = 130
	frameViolations = 131
)

// maxFrameBytes is the largest frame that the judging process accepts.
const maxFrameBytes = 24 << 20

const (
	lengthBytes  = 4
	preludeBytes = lengthBytes + 1 + 4
	// checksumBytes follow each frame of a recording.
	checksumBytes = 4
)

// newFrame returns the bytes of one frame, in one allocation.
func newFrame(kind byte, header, body []byte) []byte {
	return append(beginFrame(kind, header, len(body)), body...)
}

// beginFrame returns a frame to which this many bytes are still to be added.
func beginFrame(kind byte, header []byte, bodyBytes int) []byte {
	frame := make([]byte, preludeBytes, preludeBytes+len(header)+bodyBytes)
	binary.LittleEndian.PutUint32(frame, uint32(preludeBytes-lengthBytes+len(header)+bodyBytes))
	frame[lengthBytes] = kind
	binary.LittleEndian.PutUint32(frame[lengthBytes+1:], uint32(len(header)))
	return append(frame, header...)
}
