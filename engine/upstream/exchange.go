package upstream

import (
	"crypto/sha256"
	"hash"
	"unicode/utf8"

	"assay/engine/upstream/answer"
	"assay/engine/upstream/script"
)

// Outcomes of an exchange.
const (
	complete     = "complete"
	disconnected = "disconnected"
	failed       = "failed"
	stopped      = "stopped"
)

const (
	// maxKeptBytes is the size up to which a body is kept whole; prefixBytes of a longer one are kept.
	maxKeptBytes = 1 << 20
	prefixBytes  = 64 << 10
	maxTextBytes = 1 << 20
	// maxPairs limits the times of one exchange.
	maxPairs = 1 << 16
	// keptPairs and keptBytes limit the memory that a connection keeps for its next exchange.
	keptPairs = 1 << 10
	keptBytes = 64 << 10
)

// exchange is what is reported about one request and its answer. All times are in ns since the
// origin; 0 is a time that never came. It is used for all exchanges of a connection, one after the
// other.
type exchange struct {
	id        int64
	operation string
	turn      script.Turn
	question  answer.Question
	content   answer.Content

	status  int
	headers [][2]string
	headNs  int64
	// writes and tokens hold pairs: an offset and a time.
	writes, tokens []int64
	body           []byte
	size           int64

	text       []byte
	textDigest hash.Hash
	// textLength is in UTF-16 code units.
	textLength int64

	endNs, disconnectedNs int64
	outcome               string
	// echoes: the answer repeats what the request contained.
	echoes bool
	// job is the id of a video job in the path.
	job string
}

func (x *exchange) reset() {
	*x = exchange{
		writes: kept(x.writes, keptPairs), tokens: kept(x.tokens, keptPairs), headers: x.headers[:0],
		body: kept(x.body, keptBytes), text: kept(x.text, keptBytes), textDigest: x.textDigest,
	}
	if x.textDigest == nil {
		x.textDigest = sha256.New()
	}
	x.textDigest.Reset()
}

func kept[T any](list []T, limit int) []T {
	if cap(list) > limit {
		return nil
	}
	return list[:0]
}

// noteBody keeps what is about to be written of the body.
func (x *exchange) noteBody(data []byte) {
	if x.size <= maxKeptBytes {
		x.body = append(x.body, data...)
	}
	x.size += int64(len(data))
}

// keptBody is the part of the body that is reported.
func (x *exchange) keptBody() []byte {
	if x.size <= maxKeptBytes && int64(len(x.body)) >= x.size {
		return x.body[:x.size]
	}
	return x.body[:min(prefixBytes, len(x.body))]
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

func (x *exchange) noteWrite(end, startNs int64) {
	if len(x.writes) < 2*maxPairs {
		x.writes = append(x.writes, end, startNs)
	}
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
