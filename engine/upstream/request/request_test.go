package request

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

func TestNonces(t *testing.T) {
	for name, example := range map[string]struct {
		text string
		want []string
	}{
		"a word":                          {"say n3f9c2a71.", []string{"n3f9c2a71"}},
		"each once, in their order":       {"nffffffff n00000000 nffffffff", []string{"nffffffff", "n00000000"}},
		"16 digits, not 17 and not 7":     {"n0123456789abcdef n0123456789abcdef0 n0123456", []string{"n0123456789abcdef"}},
		"within a word":                   {"xn3f9c2a71 n3f9c2a71x n3F9C2A71 9n3f9c2a71", nil},
		"after an escape":                 {`"a\nn3f9c2a71" "\u000an00000001" "\\n00000002"`, []string{"n3f9c2a71", "n00000001", "n00000002"}},
		"the n of a line break is not it": {`"a\n3f9c2a71"`, nil},
		"escaped letters":                 {`"\u006e3f9c2a71 \u006e\u0030\u0030000003"`, []string{"n3f9c2a71", "n00000003"}},
		"the id of a job":                 {"/videos/video_n3f9c2a71_00000001", []string{"n3f9c2a71"}},
		"at most 8":                       {strings.Join([]string{"n00000001", "n00000002", "n00000003", "n00000004", "n00000005", "n00000006", "n00000007", "n00000008", "n00000009"}, " "), []string{"n00000001", "n00000002", "n00000003", "n00000004", "n00000005", "n00000006", "n00000007", "n00000008"}},
	} {
		t.Run("nonces: "+name, func(t *testing.T) {
			if got := AppendNonces(nil, []byte(example.text)); !slices.Equal(got, example.want) {
				t.Errorf("got %q", got)
			}
		})
	}
}

func TestReceived(t *testing.T) {
	const one = "POST /v1/chat/completions?a=n00000001 HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nn00000002"
	const chunked = "POST /responses HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nn00000002\r\n0\r\n\r\n"
	t.Run("request: its body is read, whatever the reads contain", func(t *testing.T) {
		for _, text := range []string{one, chunked} {
			for _, source := range []io.Reader{strings.NewReader(text), iotest.OneByteReader(strings.NewReader(text))} {
				r, err := readAll(t, source)
				if err != nil || string(r.Content()) != "n00000002" || !r.IsComplete || r.Size != 9 || !slices.Contains(r.Nonces, "n00000002") {
					t.Errorf("%v: %+v", err, r)
				}
			}
		}
	})
	t.Run("request: the nonces of the path come first, and the path has no version", func(t *testing.T) {
		if r, _ := readAll(t, strings.NewReader(one)); !slices.Equal(r.Nonces, []string{"n00000001", "n00000002"}) || r.Path != "/chat/completions" {
			t.Errorf("got %+v", r)
		}
	})
	t.Run("request: a body that ends early is an error", func(t *testing.T) {
		for _, text := range []string{one[:len(one)-1], chunked[:len(chunked)-8]} {
			if r, err := readAll(t, strings.NewReader(text)); err != io.ErrUnexpectedEOF || r.IsComplete {
				t.Errorf("%q: %v", text, err)
			}
		}
	})
	t.Run("request: a nonce at the end of a long body is found", func(t *testing.T) {
		body := strings.Repeat("x", 3<<20) + " n00000009"
		r, err := readAll(t, strings.NewReader("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3145738\r\n\r\n"+body))
		if err != nil || !slices.Equal(r.Nonces, []string{"n00000009"}) || len(r.Kept()) != prefixBytes || r.Size != int64(len(body)) {
			t.Errorf("%v: %q, %d kept of %d", err, r.Nonces, len(r.Kept()), r.Size)
		}
	})
	t.Run("request: JSON that does not fit in memory is refused", func(t *testing.T) {
		head := "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000\r\n\r\n"
		_, err := readAll(t, io.MultiReader(strings.NewReader(head), endless{}))
		if malformed, ok := err.(*Malformed); !ok || malformed.Status != 413 {
			t.Errorf("got %v", err)
		}
	})
}

// endless has any number of bytes.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	return copy(p, bytes.Repeat([]byte{'x'}, len(p))), nil
}

func readAll(t *testing.T, source io.Reader) (*Received, error) {
	t.Helper()
	head, err := http.ReadRequest(bufio.NewReader(source))
	if err != nil {
		t.Fatal(err)
	}
	r := New(head)
	if err := r.ReadPrefix(); err != nil {
		return r, err
	}
	return r, r.ReadRest()
}

// FuzzReceived reads bodies of any bytes: it ends, keeps no more than it read, and reads the same whatever the
// reads contain.
func FuzzReceived(f *testing.F) {
	f.Add("application/json", []byte("abc"))
	f.Add("multipart/form-data; boundary=x", []byte("--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nn00000001\r\n--x--"))
	f.Fuzz(func(t *testing.T, contentType string, sent []byte) {
		read := func(body io.Reader) string {
			head := &http.Request{ContentLength: -1, Body: io.NopCloser(body), Header: http.Header{"Content-Type": {contentType}}}
			r := New(head)
			err := r.ReadPrefix()
			if err == nil {
				err = r.ReadRest()
			}
			if r.Size > int64(len(sent)) || len(r.Kept()) > len(sent) || len(r.Nonces) > MaxNonces {
				t.Fatalf("read %d bytes of %d, kept %d", r.Size, len(sent), len(r.Kept()))
			}
			return fmt.Sprint(err, string(r.Kept()), r.Nonces, r.Upload)
		}
		if whole, inBytes := read(bytes.NewReader(sent)), read(iotest.OneByteReader(bytes.NewReader(sent))); whole != inBytes {
			t.Fatalf("at once %q, byte by byte %q", whole, inBytes)
		}
	})
}
