package upstream

import (
	"net/http"
	"strconv"
	"unicode/utf8"

	"assay/engine/clock"
)

// writeBytes is how much of a long body is written at once, so that the times of writes show how fast
// the gateway reads.
const writeBytes = 64 << 10

// head states what the answer begins with. A negative length is for a body in chunks.
func (x *exchange) head(status int, headers [][2]string, length int) {
	x.status, x.headers = status, headers
	h := x.writer.Header()
	h["Date"] = nil
	for _, header := range headers {
		h.Add(header[0], header[1])
	}
	if length >= 0 && mayHaveBody(status) {
		h.Set("Content-Length", strconv.Itoa(length))
	}
	x.writer.WriteHeader(status)
}

func mayHaveBody(status int) bool {
	return status != http.StatusNoContent && status != http.StatusNotModified
}

// add adds a part of the body to what is written next.
func (x *exchange) add(data []byte) {
	x.out = append(x.out, data...)
}

// write writes what was added, and returns when that began. It may wait in the buffer of the connection.
func (x *exchange) write() (int64, error) {
	startNs := clock.NowNs()
	if x.headNs == 0 {
		x.headNs = startNs
	}
	if len(x.out) == 0 {
		return startNs, nil
	}
	count, err := x.writer.Write(x.out)
	x.noteBody(x.out[:count], startNs)
	x.out = x.out[:0]
	return startNs, err
}

// flush writes what was added to the connection, and returns when that began.
func (x *exchange) flush() (int64, error) {
	startNs, err := x.write()
	if err != nil {
		return startNs, err
	}
	return startNs, x.flusher.Flush()
}

// sendBody writes a part of the body in pieces.
func (x *exchange) sendBody(data []byte) error {
	for {
		part := data[:min(writeBytes, len(data))]
		data = data[len(part):]
		x.add(part)
		if _, err := x.flush(); err != nil || len(data) == 0 {
			return err
		}
	}
}

// noteBody keeps what was written of the body.
func (x *exchange) noteBody(data []byte, startNs int64) {
	if x.size <= maxKeptBytes {
		x.body = append(x.body, data...)
	}
	x.size += int64(len(data))
	if len(x.writes) < 2*maxPairs {
		x.writes = append(x.writes, x.size, startNs)
	}
}

// keptBody is the part of the body that is reported.
func (x *exchange) keptBody() []byte {
	if x.size <= maxKeptBytes {
		return x.body
	}
	return x.body[:prefixBytes]
}

// noteText adds content that was written.
func (x *exchange) noteText(text []byte, writtenNs int64) {
	x.addText(text)
	if len(x.tokens) < 2*maxPairs {
		x.tokens = append(x.tokens, x.textLength, writtenNs)
	}
}

func (x *exchange) addText(text []byte) {
	if x.textLength <= maxTextBytes {
		x.text = append(x.text, text...)
	}
	x.textDigest.Write(text)
	x.textLength += utf16Length(text)
}

func utf16Length(text []byte) int64 {
	var length int64
	for i := 0; i < len(text); {
		size := 1
		if text[i] >= utf8.RuneSelf {
			_, size = utf8.DecodeRune(text[i:])
		}
		if length++; size == utf8.UTFMax {
			length++
		}
		i += size
	}
	return length
}
