package answer

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash/crc32"
	"image"
	"image/jpeg"
	"image/png"
	"io"
	"sync"
)

func newImages(r *Request) *Answer {
	images := make([]object, r.Count)
	digests := make([]string, r.Count)
	format := r.Format
	if format == "" {
		format = "png"
	}
	for i := range images {
		content := r.Step.Content
		if content == nil {
			content = drawn(drawing{r.Width, r.Height, format})
		}
		if r.Step.Content == nil && format == "png" {
			content = withComment(content, r.Nonce)
		}
		images[i] = object{"b64_json": content, "mime_type": "image/" + format, "revised_prompt": r.Prompt}
		digests[i] = digest(content)
	}
	usage := r.usage("input_tokens", "output_tokens", r.Count)
	answer := jsonAnswer(r.encode(object{"created": r.Unix, "data": images, "usage": usage}))
	answer.Usage, answer.ContentSHA256s, answer.After = usage, digests, r.pace().at(r.Words-1)
	return answer
}

func newTranscription(r *Request) *Answer {
	text := newText(r.Step, r.Nonce, r.Credential, r.Words)
	answer := jsonAnswer(nil)
	answer.Text, answer.After = text.All(), r.pace().at(text.Len()-1)
	switch r.Format {
	case "srt":
		answer.Text = append([]byte("1\n00:00:00,000 --> 00:00:01,000\n"), answer.Text...)
	case "vtt":
		answer.Text = append([]byte("WEBVTT\n\n00:00.000 --> 00:01.000\n"), answer.Text...)
	case "text":
	default:
		answer.Usage = r.usage("input_tokens", "output_tokens", text.Len())
		o := object{"text": string(answer.Text), "usage": answer.Usage}
		if r.Format == "verbose_json" {
			addTimes(o, text)
		}
		answer.Body = r.encode(o)
		return answer
	}
	answer.Body, answer.ContentType = answer.Text, "text/plain; charset=utf-8"
	return answer
}

// addTimes adds what a transcript in verbose JSON has: its words share a second.
func addTimes(o object, text *Text) {
	words := make([]object, text.Len())
	for i := range words {
		start, end := float64(i)/float64(len(words)), float64(i+1)/float64(len(words))
		words[i] = object{"word": string(bytes.TrimSpace(text.Append(nil, i))), "start": start, "end": end}
	}
	o["task"], o["language"], o["duration"], o["words"] = "transcribe", "english", 1.0, words
	o["segments"] = []object{{"id": 0, "start": 0.0, "end": 1.0, "text": o["text"]}}
}

func digest(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// maxDrawings limits the images that are remembered.
const maxDrawings = 32

type drawing struct {
	width, height int
	format        string
}

var (
	drawings   = map[drawing][]byte{}
	drawingsMu sync.Mutex
)

// imageEncoders write an image of one colour in each format.
var imageEncoders = map[string]func(io.Writer, image.Image) error{
	"png":  png.Encode,
	"jpeg": func(w io.Writer, m image.Image) error { return jpeg.Encode(w, m, nil) },
	"webp": encodeWebP,
}

// encodeWebP writes a lossless WebP whose five prefix codes have one symbol each (RFC 9649 §3).
func encodeWebP(w io.Writer, m image.Image) error {
	pixels := []byte("\x2f\x00\x00\x00\x00\x28\x50\x41\x0a\xd6\xff\x00")
	size := m.Bounds().Size()
	binary.LittleEndian.PutUint32(pixels[1:], uint32(size.X-1)|uint32(size.Y-1)<<14)
	b := append([]byte("RIFF\x18\x00\x00\x00WEBPVP8L\x0c\x00\x00\x00"), pixels...)
	_, err := w.Write(b)
	return err
}

// drawn returns an image of one colour.
func drawn(d drawing) []byte {
	drawingsMu.Lock()
	defer drawingsMu.Unlock()
	if known := drawings[d]; known != nil {
		return known
	}
	var b bytes.Buffer
	if err := imageEncoders[d.format](&b, image.NewGray(image.Rect(0, 0, d.width, d.height))); err != nil {
		panic(err) // a buffer takes any bytes
	}
	if len(drawings) >= maxDrawings {
		clear(drawings)
	}
	drawings[d] = b.Bytes()
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
