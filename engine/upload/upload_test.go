package upload

import (
	"bytes"
	"encoding/binary"
	"io"
	mimemultipart "mime/multipart"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"
)

func TestDisk(t *testing.T) {
	folder := t.TempDir()
	pipe, large := filepath.Join(folder, "pipe"), filepath.Join(folder, "large")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(large, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(large, 1<<40); err != nil {
		t.Fatal(err)
	}
	for name, refused := range map[string]struct{ path, message string }{
		"a pipe without a writer":    {pipe, "not a regular file"},
		"a device without an end":    {"/dev/zero", "not a regular file"},
		"a folder":                   {folder, "not a regular file"},
		"a file of a tebibyte":       {large, "the file is too large"},
		"a file that does not exist": {filepath.Join(folder, "none"), "no such file"},
	} {
		t.Run("disk: "+name+" is refused at once", func(t *testing.T) {
			_, err := NewSharedFiles().Disk(refused.path)
			if err == nil || !strings.Contains(err.Error(), refused.message) {
				t.Errorf("got the error %v", err)
			}
		})
	}
}

func TestMultipart(t *testing.T) {
	t.Run("multipart: the body parses into its parts and has the stated size", func(t *testing.T) {
		file := newSharedFile(newWAV(100_001))
		body := NewBody()
		body.AddField("model", "größe \"x\"\r\n")
		body.AddFile("file", "a\"b.wav", "audio/wav", file)
		body.AddFile("file", "empty.wav", "audio/wav", newSharedFile(nil))
		body.Close()

		sent, err := io.ReadAll(iotest.HalfReader(body.Open()))
		if err != nil || int64(len(sent)) != body.SizeBytes {
			t.Fatalf("%d bytes were read, %d were stated: %v", len(sent), body.SizeBytes, err)
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
	t.Run("multipart: sending a file does not copy it", func(t *testing.T) {
		body := NewBody()
		body.AddFile("file", "a.wav", "audio/wav", newSharedFile(newWAV(8<<20)))
		body.Close()
		result := testing.Benchmark(func(b *testing.B) {
			for range b.N {
				reader := body.Open()
				_, _ = io.CopyBuffer(struct{ io.Writer }{io.Discard}, reader, make([]byte, 32<<10))
			}
		})
		if perRequest := result.AllocedBytesPerOp(); perRequest > 64<<10 {
			t.Errorf("got %d bytes", perRequest)
		}
	})
}

func TestWAV(t *testing.T) {
	for _, size := range []int{44, 45, 1000, 25 << 20} {
		file := newWAV(size)
		if len(file) != size || string(file[:4]) != "RIFF" || string(file[8:16]) != "WAVEfmt " || string(file[36:40]) != "data" {
			t.Errorf("wav: a file of %d bytes has %d bytes that begin %q", size, len(file), file[:44])
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
		t.Errorf("file: got %q, %v", bytes, err)
	}
	for _, wrong := range []string{folder, path + "x"} {
		if _, err := mapFile(wrong); err == nil {
			t.Errorf("file: %s is not reported as an error", wrong)
		}
	}
}
