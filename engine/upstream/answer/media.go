package answer

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/png"
	"math/rand/v2"
	"strconv"
	"sync"

	"assay/engine/framing"
	"assay/engine/upstream/script"
)

func newImages(r *Request) *Answer {
	answer := jsonAnswer(nil)
	b := append([]byte{'{'}, r.members()...)
	b = append(strconv.AppendInt(append(b, `"created":`...), r.Unix, 10), `,"data":[`...)
	mimeType := r.Step.MimeType
	if mimeType == "" {
		mimeType = "image/png"
	}
	for i := range r.Count {
		content := scriptedContent(r.Step)
		if content == nil {
			content = withComment(drawn(r.Width, r.Height), r.Nonce)
		}
		if i > 0 {
			b = append(b, ',')
		}
		b = base64.StdEncoding.AppendEncode(append(b, `{"b64_json":"`...), content)
		b = framing.AppendText(append(b, '"'), "mime_type", mimeType)
		b = append(framing.AppendText(b, "revised_prompt", r.Prompt), '}')
		answer.ContentSHA256s = append(answer.ContentSHA256s, sha256.Sum256(content))
	}
	if answer.Usage = r.Step.Usage; answer.Usage == nil {
		answer.Usage = responseUsage(r.InputTokens, r.Count)
	}
	answer.Body = append(append(append(b, `],"usage":`...), answer.Usage...), '}')
	answer.After = r.pace().at(r.Words - 1)
	return answer
}

func newTranscription(r *Request) *Answer {
	text := newText(r.Step, r.Nonce, r.Credential, r.Words)
	answer := jsonAnswer(nil)
	answer.Text, answer.After = text.All(), r.pace().at(text.Len()-1)
	if r.PlainText {
		answer.Body, answer.ContentType = answer.Text, "text/plain; charset=utf-8"
		return answer
	}
	if answer.Usage = r.Step.Usage; answer.Usage == nil {
		answer.Usage = responseUsage(r.InputTokens, text.Len())
	}
	b := append([]byte{'{'}, r.members()...)
	b = framing.AppendQuotedBytes(append(b, `"text":`...), answer.Text)
	answer.Body = append(append(append(b, `,"usage":`...), answer.Usage...), '}')
	return answer
}

// scriptedContent returns the content that a step states; nil without one.
func scriptedContent(step *script.Step) []byte {
	if step.Content != nil || step.ContentBytes == 0 {
		return step.Content
	}
	content := make([]byte, step.ContentBytes)
	_, _ = rand.NewChaCha8([32]byte{}).Read(content)
	return content
}

// maxDrawings limits the images that are remembered.
const maxDrawings = 32

var (
	drawings   = map[[2]int][]byte{}
	drawingsMu sync.Mutex
)

// drawn returns a black PNG.
func drawn(width, height int) []byte {
	drawingsMu.Lock()
	defer drawingsMu.Unlock()
	size := [2]int{width, height}
	if drawing := drawings[size]; drawing != nil {
		return drawing
	}
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, width, height))); err != nil {
		panic(err) // a buffer takes any bytes
	}
	if len(drawings) >= maxDrawings {
		clear(drawings)
	}
	drawings[size] = b.Bytes()
	return b.Bytes()
}

// ihdrEnd is where the first chunk of a PNG ends, after the signature.
const ihdrEnd = 8 + 25

// withComment adds a comment to a PNG, so that no two callers get the same bytes.
func withComment(drawing []byte, comment string) []byte {
	data := append([]byte("tEXtComment\x00"), comment...)
	b := append(make([]byte, 0, len(drawing)+len(data)+8), drawing[:ihdrEnd]...)
	b = binary.BigEndian.AppendUint32(b, uint32(len(data)-4))
	b = append(b, data...)
	b = binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(data))
	return append(b, drawing[ihdrEnd:]...)
}
