package gateway

import (
	"bytes"
	"encoding/binary"
	"io"
	mimemultipart "mime/multipart"
	"os"
	"path/filepath"
	"testing"
	"testing/iotest"
)

func TestMultipart(t *testing.T) {
	t.Run("multipart: what is sent reads as the parts that were given, in its stated size", func(t *testing.T) {
		file := newSharedFile(newWAV(100_001))
		body := newMultipart()
		body.addField("model", "größe \"x\"\r\n")
		body.addFile("file", "a\"b.wav", "audio/wav", file)
		body.addFile("file", "empty.wav", "audio/wav", newSharedFile(nil))
		body.close()

		sent, err := io.ReadAll(iotest.HalfReader(body.open()))
		if err != nil || int64(len(sent)) != body.sizeBytes {
			t.Fatalf("%d bytes came, %d were stated: %v", len(sent), body.sizeBytes, err)
		}
		form, err := mimemultipart.NewReader(bytes.NewReader(sent), body.boundary).ReadForm(1 << 20)
		if err != nil {
			t.Fatal(err)
		}
		if got := form.Value["model"]; len(got) != 1 || got[0] != "größe \"x\"\r\n" {
			t.Errorf("got the field %q", got)
		}
		opened, _ := form.File["file"][0].Open()
		content, _ := io.ReadAll(opened)
		if !bytes.Equal(content, file.bytes) || form.File["file"][0].Filename != "a%22b.wav" {
			t.Errorf("got the file %q of %d bytes", form.File["file"][0].Filename, len(content))
		}
	})
	t.Run("multipart: a file costs a sending no copy of it", func(t *testing.T) {
		body := newMultipart()
		body.addFile("file", "a.wav", "audio/wav", newSharedFile(newWAV(8<<20)))
		body.close()
		result := testing.Benchmark(func(b *testing.B) {
			for range b.N {
				reader := body.open()
				_, _ = io.CopyBuffer(struct{ io.Writer }{io.Discard}, reader, make([]byte, 32<<10))
			}
		})
		if perSending := result.AllocedBytesPerOp(); perSending > 64<<10 {
			t.Errorf("got %d bytes", perSending)
		}
	})
}

func TestWAV(t *testing.T) {
	for _, size := range []int{44, 45, 1000, 25 << 20} {
		file := newWAV(size)
		if len(file) != size || string(file[:4]) != "RIFF" || string(file[8:16]) != "WAVEfmt " || string(file[36:40]) != "data" {
			t.Errorf("wav: %d bytes asked for is %d bytes that begin %q", size, len(file), file[:44])
		}
		if riff, data := binary.LittleEndian.Uint32(file[4:]), binary.LittleEndian.Uint32(file[40:]); int(riff) != size-8 || int(data) != size-44 {
			t.Errorf("wav: %d bytes have chunks of %d and %d", size, riff, data)
		}
	}
}

func TestMapFile(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "a")
	if err := os.WriteFile(path, []byte("content"), 0o600); err != nil {
		t.Fatal(err)
	}
	if bytes, err := mapFile(path); err != nil || string(bytes) != "content" {
		t.Errorf("file: a file is %q, %v", bytes, err)
	}
	for _, wrong := range []string{folder, path + "x"} {
		if _, err := mapFile(wrong); err == nil {
			t.Errorf("file: %s is no error", wrong)
		}
	}
}
