package request

import (
	"bytes"
	"io"
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
	const one = "\r\nPOST /v1/chat/completions?a=n00000001 HTTP/1.1\r\nHost: a\r\nX-Odd:\ta b \r\nContent-Length: 9\r\n\r\nn00000002"
	const two = "POST /responses HTTP/1.1\nTransfer-Encoding: chunked\n\n3\r\nabc\r\n0\r\nx: y\r\n\r\n"
	t.Run("request: requests are read one after the other, whatever the reads contain", func(t *testing.T) {
		for name, source := range map[string]io.Reader{
			"at once": strings.NewReader(one + two + one), "byte by byte": iotest.OneByteReader(strings.NewReader(one + two + one)),
		} {
			r := NewReceived(NewReader(source))
			for i, want := range []string{"n00000002", "abc", "n00000002"} {
				if err := readAll(r); err != nil || string(r.Content()) != want || !r.IsComplete() || r.Size != int64(len(want)) {
					t.Fatalf("%s: request %d: %v, %q", name, i, err, r.Content())
				}
			}
			if !slices.Equal(r.Nonces, []string{"n00000001", "n00000002"}) || r.Path != "/chat/completions" || r.Get("x-odd") != "a b" {
				t.Errorf("%s: %+v", name, r)
			}
			if err := readAll(r); err != io.EOF {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
	t.Run("request: a body that ends early is an error", func(t *testing.T) {
		for _, text := range []string{one[:len(one)-1], two[:len(two)-2], two[:len(two)-12]} {
			r := NewReceived(NewReader(strings.NewReader(text)))
			if err := readAll(r); err != io.ErrUnexpectedEOF || r.IsComplete() {
				t.Errorf("%q: %v", text, err)
			}
		}
	})
	t.Run("request: a nonce at the end of a long body is found", func(t *testing.T) {
		body := strings.Repeat("x", 3<<20) + " n00000009"
		r := NewReceived(NewReader(strings.NewReader("POST / HTTP/1.1\r\nContent-Length: 3145738\r\n\r\n" + body)))
		if err := readAll(r); err != nil || !slices.Equal(r.Nonces, []string{"n00000009"}) || len(r.Kept()) != prefixBytes || r.Size != int64(len(body)) {
			t.Errorf("%v: %q, %d kept of %d", err, r.Nonces, len(r.Kept()), r.Size)
		}
	})
	t.Run("request: JSON that does not fit in memory is refused", func(t *testing.T) {
		head := "POST / HTTP/1.1\r\nContent-Length: 1000000000\r\n\r\n"
		r := NewReceived(NewReader(io.MultiReader(strings.NewReader(head), endless{})))
		malformed, ok := readAll(r).(*Malformed)
		if !ok || malformed.Status != 413 {
			t.Errorf("got %v", malformed)
		}
	})
}

// endless has any number of bytes.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	return copy(p, bytes.Repeat([]byte{'x'}, len(p))), nil
}

func readAll(r *Received) error {
	if err := r.ReadHead(); err != nil {
		return err
	}
	if err := r.ReadPrefix(); err != nil {
		return err
	}
	return r.ReadRest(nil)
}

// FuzzReceived reads requests from any bytes: it ends, keeps no more than it read, and reads the same
// whatever the reads contain.
func FuzzReceived(f *testing.F) {
	f.Add([]byte("POST /v1/responses HTTP/1.1\r\nContent-Length: 3\r\n\r\nabcGET / HTTP/1.0\r\n\r\n"))
	f.Add([]byte("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2;a=b\r\nab\r\n0\r\nx: y\r\n\r\n"))
	f.Add([]byte("POST / HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 62\r\n\r\n" +
		"--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nn00000001\r\n--x--"))
	f.Add([]byte("GET / HTTP/1.1\nContent-Length: 1\nContent-Length: 2\n\n"))
	f.Fuzz(func(t *testing.T, sent []byte) {
		whole := readEach(t, bytes.NewReader(sent), len(sent))
		inBytes := readEach(t, iotest.OneByteReader(bytes.NewReader(sent)), len(sent))
		if !slices.Equal(whole, inBytes) {
			t.Fatalf("at once %q, byte by byte %q", whole, inBytes)
		}
	})
}

func readEach(t *testing.T, source io.Reader, bytesSent int) []string {
	var read []string
	r := NewReceived(NewReader(source))
	total := int64(0)
	for {
		err := readAll(r)
		if r.body != nil {
			total += r.Size
		}
		if total > int64(bytesSent) || len(r.Kept()) > bytesSent || len(r.Nonces) > MaxNonces {
			t.Fatalf("read %d bytes of %d, kept %d", total, bytesSent, len(r.Kept()))
		}
		if err != nil {
			return append(read, err.Error())
		}
		read = append(read, r.Method+" "+r.Path+" "+string(r.Kept())+strings.Join(r.Nonces, ","))
	}
}
