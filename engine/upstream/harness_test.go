package upstream

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"assay/engine/framing"
)

// patience is how long a test waits for a frame.
const patience = time.Minute

const callersKey = "ak_live_0a1b2c3d4e5f6g7h8i9j"

// report is the header of an exchange frame, with its raw bytes.
type report struct {
	ID                                      int64
	Nonces                                  []string
	Attempt, Connection, NthOnConnection    int64
	Listener, Operation, Method, Path       string
	RequestHeaders, Headers                 [][2]string
	RequestBytes, RequestKeptBytes          int
	RequestSha256                           string
	RequestComplete, IsStream               bool
	ReceivedNs, RequestEndNs, HeadNs, EndNs int64
	DisconnectedNs                          int64
	Writes, Tokens                          []int64
	Text, TextSha256, FinishReason, Refusal string
	TextLength                              int
	Usage                                   json.RawMessage
	ToolCalls                               []struct {
		Index               int
		ID, Name, Arguments string
	}
	ContentSha256 []string
	Form          struct {
		Fields [][2]string
		Files  []struct {
			Field, Filename, Type, Sha256 string
			SizeBytes                     int
		}
	}
	Status, SizeBytes, KeptBytes int
	Outcome, Script, Failure     string

	requestBody, answerBody []byte
}

// upstreamUnderTest is an upstream with the judging process at the other end of its socket.
type upstreamUnderTest struct {
	t       *testing.T
	address string
	conn    net.Conn
	mu      sync.Mutex
	frames  map[byte][]frame
	came    chan struct{}
	scripts int64
	ended   chan error
}

type frame struct {
	header, body []byte
}

// startUpstream runs an upstream whose callers have one key.
func startUpstream(t *testing.T, args ...string) *upstreamUnderTest {
	t.Helper()
	folder, err := os.MkdirTemp("", "upstream")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(folder, "socket")
	listener, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	u := &upstreamUnderTest{
		t: t, frames: map[byte][]frame{}, came: make(chan struct{}, 1), ended: make(chan error, 1),
	}
	stdout, output := io.Pipe()
	go func() {
		env := map[string]string{"ASSAY_UPSTREAM": path}
		u.ended <- run(args, func(name string) string { return env[name] }, output, io.Discard, nil)
	}()
	if u.conn, err = listener.Accept(); err != nil {
		t.Fatal(err)
	}
	u.send(frameKeys, map[string]any{"secrets": []any{map[string]string{"name": "API key 1", "value": callersKey}}})
	line, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	u.address = strings.TrimSpace(strings.TrimPrefix(line, "listening "))
	go u.receive()
	t.Cleanup(func() {
		_ = u.conn.Close()
		_ = listener.Close()
		_ = os.RemoveAll(folder)
		select {
		case <-u.ended:
		case <-time.After(patience):
			t.Error("the upstream does not end with its socket")
		}
	})
	return u
}

func (u *upstreamUnderTest) send(kind byte, header any) {
	u.t.Helper()
	text, err := json.Marshal(header)
	if err != nil {
		u.t.Fatal(err)
	}
	if _, err := u.conn.Write(framing.New(kind, text, nil)); err != nil {
		u.t.Fatal(err)
	}
}

// receive reads frames to their end, and closes the socket then, as the judging process does.
func (u *upstreamUnderTest) receive() {
	defer func() { _ = u.conn.Close() }()
	reader := bufio.NewReader(u.conn)
	for {
		kind, header, body, err := framing.Read(reader, framing.MaxBytes)
		if err != nil {
			return
		}
		u.mu.Lock()
		u.frames[kind] = append(u.frames[kind], frame{header, body})
		u.mu.Unlock()
		select {
		case u.came <- struct{}{}:
		default:
		}
	}
}

// await returns the first frame of a kind that fits, and removes it.
func (u *upstreamUnderTest) await(kind byte, fits func(frame) bool) frame {
	u.t.Helper()
	deadline := time.After(patience)
	for {
		u.mu.Lock()
		for i, f := range u.frames[kind] {
			if fits(f) {
				u.frames[kind] = append(u.frames[kind][:i:i], u.frames[kind][i+1:]...)
				u.mu.Unlock()
				return f
			}
		}
		u.mu.Unlock()
		select {
		case <-u.came:
		case <-deadline:
			u.t.Fatalf("no frame of type %d came", kind)
		}
	}
}

// exchange returns the next exchange with a nonce.
func (u *upstreamUnderTest) exchange(nonce string) report {
	u.t.Helper()
	var r report
	u.await(frameExchange, func(f frame) bool {
		r = report{}
		if err := json.Unmarshal(f.header, &r); err != nil {
			u.t.Fatalf("%v in %s", err, f.header)
		}
		r.requestBody, r.answerBody = f.body[:r.RequestKeptBytes], f.body[r.RequestKeptBytes:]
		return len(r.Nonces) > 0 && r.Nonces[0] == nonce || nonce == "" && len(r.Nonces) == 0
	})
	return r
}

// script puts a script in force; steps are JSON.
func (u *upstreamUnderTest) script(nonce string, steps ...string) {
	u.t.Helper()
	if problem := u.tryScript(nonce, "", steps...); problem != "" {
		u.t.Fatal(problem)
	}
}

func (u *upstreamUnderTest) tryScript(nonce, operation string, steps ...string) (problem string) {
	u.t.Helper()
	u.scripts++
	id := u.scripts
	list := make([]json.RawMessage, len(steps))
	for i, step := range steps {
		list[i] = json.RawMessage(step)
	}
	header := map[string]any{"id": id, "nonce": nonce, "steps": list}
	if operation != "" {
		header["operation"] = operation
	}
	u.send(frameScript, header)
	var scripted struct {
		ID      int64
		Problem string
	}
	u.await(frameScripted, func(f frame) bool {
		scripted.Problem = ""
		return json.Unmarshal(f.header, &scripted) == nil && scripted.ID == id
	})
	return scripted.Problem
}

// reply is what a gateway sees.
type reply struct {
	status  int
	headers http.Header
	body    string
	err     error
}

func (u *upstreamUnderTest) post(path, contentType, body string, headers ...string) reply {
	u.t.Helper()
	request, err := http.NewRequest("POST", u.address+path, strings.NewReader(body))
	if err != nil {
		u.t.Fatal(err)
	}
	request.Header.Set("Content-Type", contentType)
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	return do(request)
}

var gateway = &http.Client{
	Transport:     &http.Transport{DisableCompression: true},
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	Timeout:       patience,
}

func do(request *http.Request) reply {
	response, err := gateway.Do(request)
	if err != nil {
		return reply{err: err}
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	return reply{response.StatusCode, response.Header, string(body), err}
}

func (u *upstreamUnderTest) chat(nonce string) reply {
	u.t.Helper()
	return u.post("/v1/chat/completions", "application/json", chatBody(nonce, false))
}

func (u *upstreamUnderTest) stream(nonce string) reply {
	u.t.Helper()
	return u.post("/v1/chat/completions", "application/json", chatBody(nonce, true))
}

func chatBody(nonce string, stream bool) string {
	var b bytes.Buffer
	b.WriteString(`{"model":"m",`)
	if stream {
		b.WriteString(`"stream":true,`)
	}
	b.WriteString(`"messages":[{"role":"user","content":"Say ` + nonce + `."}]}`)
	return b.String()
}

// contents joins the content of the events of a chat stream, and returns the finish reasons.
func contents(t *testing.T, body string) (text string, finishes []string, done bool) {
	t.Helper()
	for line := range strings.SplitSeq(strings.ReplaceAll(body, "\r\n", "\n"), "\n\n") {
		var data string
		for line := range strings.SplitSeq(line, "\n") {
			if rest, found := strings.CutPrefix(line, "data:"); found {
				data += "\n" + strings.TrimPrefix(rest, " ")
			}
		}
		data = strings.TrimPrefix(data, "\n")
		if data == "" {
			continue
		}
		if data == "[DONE]" {
			done = true
			continue
		}
		var chunk struct {
			Choices []struct {
				Delta        struct{ Content string }
				FinishReason *string `json:"finish_reason"`
			}
		}
		if err := json.Unmarshal([]byte(data), &chunk); err != nil {
			t.Fatalf("%v in %q", err, data)
		}
		for _, choice := range chunk.Choices {
			text += choice.Delta.Content
			if choice.FinishReason != nil {
				finishes = append(finishes, *choice.FinishReason)
			}
		}
	}
	return text, finishes, done
}
