package upstream

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"image/png"
	"net/http"
	"strings"
	"testing"
	"time"
)

func hexDigest(data []byte) string {
	digest := sha256.Sum256(data)
	return hex.EncodeToString(digest[:])
}

func decode[T any](t *testing.T, text string) T {
	t.Helper()
	var value T
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return value
}

func (u *upstreamUnderTest) request(method, path string) reply {
	u.t.Helper()
	request, err := http.NewRequest(method, u.address+path, nil)
	if err != nil {
		u.t.Fatal(err)
	}
	return do(request)
}

// form returns a multipart body with a model and a file, and its type.
func form(name string, content []byte) (contentType, body string) {
	return "multipart/form-data; boundary=xyz", "--xyz\r\nContent-Disposition: form-data; name=\"model\"\r\n\r\nwhisper\r\n" +
		"--xyz\r\nContent-Disposition: form-data; name=\"file\"; filename=\"" + name + "\"\r\nContent-Type: audio/wav\r\n\r\n" +
		string(content) + "\r\n--xyz--\r\n"
}

func TestOperations(t *testing.T) {
	u := startUpstream(t, "--ttft", "0s", "--itl", "0s", "--tokens", "3")
	const calls = `{"toolCalls":[{"id":"call_1","name":"f","fragments":["{\"a\"",":1}"]},{"id":"call_2","name":"g","fragments":["{","}","\n"]}]}`
	t.Run("chat: fragments of parallel tool calls alternate, and join to the arguments", func(t *testing.T) {
		u.script("n4000000d", calls)
		got := u.stream("n4000000d")
		arguments := map[int]string{}
		var order []int
		for line := range strings.SplitSeq(got.body, "\n\n") {
			if data, found := strings.CutPrefix(line, "data: {"); found {
				chunk := decode[struct {
					Choices []struct {
						Delta struct {
							ToolCalls []struct {
								Index    int
								Function struct{ Arguments string }
							} `json:"tool_calls"`
						}
					}
				}](t, "{"+data)
				for _, call := range chunk.Choices[0].Delta.ToolCalls {
					arguments[call.Index] += call.Function.Arguments
					order = append(order, call.Index)
				}
			}
		}
		if arguments[0] != `{"a":1}` || arguments[1] != "{}\n" || fmt.Sprint(order) != "[0 1 0 1 0 1 1]" || !strings.Contains(got.body, `"finish_reason":"tool_calls"`) {
			t.Errorf("got %v %v", arguments, order)
		}
		if x := u.exchange("n4000000d"); len(x.ToolCalls) != 2 || x.ToolCalls[1].Arguments != "{}\n" || x.ToolCalls[0].Name != "f" || x.Text != "" {
			t.Errorf("reported %+v", x.ToolCalls)
		}
		body := decode[map[string]any](t, u.chat("n4000000d").body)
		if text := fmt.Sprint(body["choices"]); !strings.Contains(text, "content:<nil>") || !strings.Contains(text, `arguments:{"a":1}`) {
			t.Errorf("got %s", text)
		}
	})
	t.Run("chat: n choices are equal, their logprobs join to the text, which is reported once", func(t *testing.T) {
		type choice struct {
			Index    int
			Message  struct{ Content string }
			Delta    struct{ Content string }
			Logprobs struct{ Content []struct{ Token string } }
		}
		type completion struct {
			Choices []choice
			Usage   struct {
				Completion int `json:"completion_tokens"`
			}
		}
		for nonce, isStream := range map[string]bool{"n4000003a": false, "n4000003b": true} {
			got := u.post("/chat/completions", "application/json", fmt.Sprintf(
				`{"model":"m","n":2,"logprobs":true,"stream":%t,"messages":[{"role":"user","content":"%s"}]}`, isStream, nonce,
			))
			texts, tokens := [2]string{}, [2]string{}
			for line := range strings.SplitSeq(strings.ReplaceAll(got.body, "data: ", ""), "\n\n") {
				if !strings.HasPrefix(line, "{") {
					continue
				}
				answer := decode[completion](t, line)
				if !isStream && answer.Usage.Completion != 6 {
					t.Errorf("usage of %d tokens", answer.Usage.Completion)
				}
				for _, c := range answer.Choices {
					texts[c.Index] += c.Message.Content + c.Delta.Content
					for _, token := range c.Logprobs.Content {
						tokens[c.Index] += token.Token
					}
				}
			}
			want := nonce + " word1 word2 "
			if texts != [2]string{want, want} || tokens != texts {
				t.Errorf("stream %t: got %q, tokens %q", isStream, texts, tokens)
			}
			if x := u.exchange(nonce); x.Text != want {
				t.Errorf("stream %t: reported %q", isStream, x.Text)
			}
		}
	})
	t.Run("requests: what no provider takes is refused, and the member is named", func(t *testing.T) {
		const user = `{"role":"user","content":"a"}`
		const system = `{"role":"system","content":""},{"role":"developer","content":"b"},{"role":"tool","content":"c"}`
		const quiet = `{"role":"assistant","tool_calls":[{}]},{"role":"assistant","content":null}`
		const parts = `{"role":"user","content":[{"type":"text","text":""}]}`
		for _, row := range [][3]string{
			{"/chat/completions", `"messages":[]`, "messages"},
			{"/chat/completions", `"messages":"a"`, "messages"},
			{"/chat/completions", `"messages":null`, "messages"},
			{"/chat/completions", `"messages":["a"]`, "messages"},
			{"/chat/completions", `"messages":[{"content":"a"}]`, "messages[0].role"},
			{"/chat/completions", `"messages":[` + user + `,{"role":1,"content":"a"}]`, "messages.role"},
			{"/chat/completions", `"messages":[{"role":"wizard","content":"a"}]`, "messages[0].role"},
			{"/chat/completions", `"messages":[` + user + `,{"role":"user"}]`, "messages[1].content"},
			{"/chat/completions", `"messages":[{"role":"user","content":5}]`, "messages[0].content"},
			{"/chat/completions", `"messages":[{"role":"user","content":null}]`, "messages[0].content"},
			{"/chat/completions", `"messages":[` + user + `],"temperature":"hot"`, "temperature"},
			{"/chat/completions", `"messages":[` + user + `],"stream":"yes"`, "stream"},
			{"/chat/completions", `"messages":[` + user + `],"n":0`, "n"},
			{"/chat/completions", `"messages":[` + user + `],"n":11`, "n"},
			{"/chat/completions", `"messages":[` + user + `],"logprobs":"yes"`, "logprobs"},
			{"/chat/completions", `"messages":[` + user + `],"temperature":null,"stream":null,"n":null,"logprobs":null`, ""},
			{"/chat/completions", `"messages":[` + system + "," + quiet + "," + parts + `]`, ""},
			{"/responses", `"input":5`, "input"},
			{"/responses", `"input":null`, "input"},
			{"/responses", `"input":["a"]`, "input"},
			{"/responses", `"input":[{"content":"a"}]`, "input[0].role"},
			{"/responses", `"input":[{"type":"message","role":"user"}]`, "input[0].content"},
			{"/responses", `"input":"a","instructions":[]`, "instructions"},
			{"/responses", `"input":"a","instructions":null`, ""},
			{"/responses", `"input":[` + parts + `,{"type":"function_call_output","call_id":"1","output":"b"}]`, ""},
			{"/images/generations", `"prompt":5`, "prompt"},
			{"/images/generations", `"model":["m"],"prompt":"a"`, "model"},
			{"/images/generations", `"prompt":"a","n":11`, "n"},
			{"/images/generations", `"prompt":"a","n":0`, "n"},
			{"/images/generations", `"prompt":"a","n":1.5`, "n"},
			{"/images/generations", `"prompt":"a","size":"64*64"`, "size"},
			{"/images/generations", `"prompt":"a","size":"0x64"`, "size"},
			{"/images/generations", `"prompt":"a","size":"auto","n":null`, ""},
			{"/videos", `"prompt":["a"]`, "prompt"},
			{"/videos", `"prompt":"a"`, ""},
		} {
			path, members, param := row[0], row[1], row[2]
			got := u.post(path, "application/json", `{"model":"m",`+members+"}")
			isRefused := got.status == 400 && strings.Contains(got.body, `"param":"`+param+`"`)
			if isRefused != (param != "") || !isRefused && got.status != 200 {
				t.Errorf("%s %s: %d %.200s", path, members, got.status, got.body)
			}
		}
	})
	t.Run("images: a PNG of the size, different for each caller, with its digest reported", func(t *testing.T) {
		got := u.post("/images/generations", "application/json", `{"model":"m","prompt":"n4000001a","size":"64x32","n":2}`)
		body := decode[struct {
			Data []struct {
				B64JSON  string `json:"b64_json"`
				MimeType string `json:"mime_type"`
			}
		}](t, got.body)
		content, err := base64.StdEncoding.DecodeString(body.Data[0].B64JSON)
		if err != nil || len(body.Data) != 2 || body.Data[0].MimeType != "image/png" {
			t.Fatalf("%v in %s", err, got.body)
		}
		image, err := png.Decode(bytes.NewReader(content))
		if err != nil || image.Bounds().Dx() != 64 || image.Bounds().Dy() != 32 || !bytes.Contains(content, []byte("n4000001a")) {
			t.Errorf("%v: %v", err, content)
		}
		if x := u.exchange("n4000001a"); len(x.ContentSha256) != 2 || x.ContentSha256[0] != hexDigest(content) {
			t.Errorf("reported %v", x.ContentSha256)
		}
	})
	t.Run("images: in the format that is requested, or refused", func(t *testing.T) {
		for format, want := range map[string]string{"jpeg": "\xff\xd8\xff", "webp": "RIFF\x18\x00\x00\x00WEBPVP8L"} {
			got := u.post("/images/generations", "application/json", `{"model":"m","prompt":"p","size":"64x32","output_format":"`+format+`"}`)
			image := decode[struct {
				Data []struct {
					B64JSON  []byte `json:"b64_json"`
					MimeType string `json:"mime_type"`
				}
			}](t, got.body).Data[0]
			if !bytes.HasPrefix(image.B64JSON, []byte(want)) || image.MimeType != "image/"+format {
				t.Errorf("got %.200s", got.body)
			}
		}
		if got := u.post("/images/generations", "application/json", `{"model":"m","prompt":"p","output_format":"gif"}`); got.status != 400 {
			t.Errorf("got %+v", got)
		}
	})
	t.Run("images: their content can be scripted, and only the start of a long answer is kept", func(t *testing.T) {
		u.script("n4000001b", `{"contentBase64":"`+base64.StdEncoding.EncodeToString(make([]byte, 3_000_000))+`"}`)
		got := u.post("/images/generations", "application/json", `{"model":"m","prompt":"n4000001b"}`)
		x := u.exchange("n4000001b")
		if got.err != nil || x.SizeBytes != len(got.body) || x.KeptBytes != 64<<10 || string(x.answerBody) != got.body[:64<<10] || len(x.Writes) < 100 {
			t.Errorf("got %d bytes, reported %d, %d kept, %d writes", len(got.body), x.SizeBytes, x.KeptBytes, len(x.Writes)/2)
		}
	})
	t.Run("transcription: the file is reported as it arrived, with its odd name", func(t *testing.T) {
		for _, size := range []int{1000, 1 << 20, 3 << 20} {
			nonce := fmt.Sprintf("n4%07x", size)
			content := bytes.Repeat([]byte("\r\n--x\x00\xff"), size/8)
			copy(content[44:], nonce+" ")
			contentType, body := form(`sub/é \"q\".wav`, content)
			got := u.post("/v1/audio/transcriptions", contentType, body)
			if got.status != 200 {
				t.Fatalf("got %+v", got)
			}
			x := u.exchange(nonce)
			if !strings.Contains(got.body, `{"text":"`+nonce+" word1") || x.Text != nonce+" word1 word2 " {
				t.Errorf("got %+v", got)
			}
			file := x.Form.Files[0]
			if file.Filename != `sub/é "q".wav` || file.Type != "audio/wav" || file.SizeBytes != len(content) || file.Sha256 != hexDigest(content) || x.Form.Fields[0] != [2]string{"model", "whisper"} {
				t.Errorf("reported %+v", x.Form)
			}
			if x.RequestBytes != len(body) || x.RequestSha256 != hexDigest([]byte(body)) || !strings.HasPrefix(body, string(x.requestBody)) {
				t.Errorf("reported %d bytes of %d, %d kept", x.RequestBytes, len(body), x.RequestKeptBytes)
			}
		}
	})
	for format, want := range map[string]string{
		"text":         "n4000003a word1 word2 ",
		"srt":          "1\n00:00:00,000 --> 00:00:01,000\nn4000003a word1 word2 ",
		"vtt":          "WEBVTT\n\n00:00.000 --> 00:01.000\nn4000003a word1 word2 ",
		"verbose_json": `{"duration":1,"language":"english","segments":[{"end":1,"id":0,"start":0,"text":"n4000003a word1 word2 "}],"task":"transcribe","text":"n4000003a word1 word2 ",`,
	} {
		t.Run("transcription: as "+format, func(t *testing.T) {
			content := append(make([]byte, 44), "n4000003a "...)
			contentType, body := form("a.wav", content)
			field := "--xyz\r\nContent-Disposition: form-data; name=\"response_format\"\r\n\r\n" + format + "\r\n"
			if got := u.post("/v1/audio/transcriptions", contentType, field+body); !strings.HasPrefix(got.body, want) {
				t.Errorf("got %q", got.body)
			}
		})
	}
	t.Run("videos: a job can be ordered by a form of either kind", func(t *testing.T) {
		for kind, body := range map[string]string{
			"application/x-www-form-urlencoded": "model=m&prompt=say+n4000002a&seconds=4",
			"multipart/form-data; boundary=xyz": "--xyz\r\nContent-Disposition: form-data; name=\"model\"\r\n\r\nm\r\n" +
				"--xyz\r\nContent-Disposition: form-data; name=\"prompt\"\r\n\r\nsay n4000002a\r\n--xyz--\r\n",
		} {
			if got := u.post("/v1/videos", kind, body); got.status != 200 || !strings.Contains(decode[struct{ ID string }](t, got.body).ID, "n4000002a") {
				t.Errorf("%s: got %d, %s", kind, got.status, got.body)
			}
		}
		if got := u.post("/v1/videos", "application/x-www-form-urlencoded", "model=m"); got.status != 400 || !strings.Contains(got.body, "prompt") {
			t.Errorf("without a prompt: got %d, %s", got.status, got.body)
		}
	})
	t.Run("videos: a job moves through its states, and can be cancelled", func(t *testing.T) {
		u.script("n4000001c", `{"states":[[0,"queued",0],[1,"in_progress",40],[30,"completed",100]],"contentBase64":"AAEC"}`)
		type job struct{ ID, Status string }
		created := decode[job](t, u.post("/v1/videos", "application/json", `{"model":"m","prompt":"n4000001c"}`).body)
		if created.Status != "queued" || !strings.HasPrefix(created.ID, "video_n4000001c_") {
			t.Fatalf("got %+v", created)
		}
		if got := u.request("GET", "/videos/"+created.ID+"/content"); got.status != 404 {
			t.Errorf("got %+v", got)
		}
		time.Sleep(40 * time.Millisecond)
		if got := decode[job](t, u.request("GET", "/v1/videos/"+created.ID).body); got.Status != "completed" {
			t.Errorf("got %+v", got)
		}
		if got := u.request("GET", "/videos/"+created.ID+"/content"); got.body != "\x00\x01\x02" || got.headers.Get("Content-Type") != "video/mp4" {
			t.Errorf("got %+v", got)
		}
		operations := ""
		for range 4 {
			operations += u.exchange("n4000001c").Operation + " "
		}
		if operations != "video-create video-content video-read video-content " {
			t.Errorf("reported %s", operations)
		}
		second := decode[job](t, u.post("/videos", "application/json", `{"model":"m","prompt":"n4000001d"}`).body)
		if got := decode[job](t, u.request("DELETE", "/videos/"+second.ID).body); got.Status != "cancelled" {
			t.Errorf("got %+v", got)
		}
		if got := decode[job](t, u.request("GET", "/videos/"+second.ID).body); got.Status != "cancelled" {
			t.Errorf("got %+v", got)
		}
		if got := u.request("GET", "/videos/none"); got.status != 404 {
			t.Errorf("got %+v", got)
		}
	})
	t.Run("script: reads of a job have their own", func(t *testing.T) {
		u.script("n4000001f", `{}`, `{"status":500}`)
		created := decode[struct{ ID string }](t, u.post("/videos", "application/json", `{"model":"m","prompt":"n4000001f"}`).body)
		if got := u.request("GET", "/videos/"+created.ID); got.status != 200 {
			t.Errorf("got %+v", got)
		}
		if problem := u.tryScript("n4000001e", "video-read", `{"status":503}`, `{}`); problem != "" {
			t.Fatal(problem)
		}
		id := decode[struct{ ID string }](t, u.post("/videos", "application/json", `{"model":"m","prompt":"n4000001e"}`).body).ID
		if first, second := u.request("GET", "/videos/"+id), u.request("GET", "/videos/"+id); first.status != 503 || second.status != 200 {
			t.Errorf("got %d and %d", first.status, second.status)
		}
	})
	t.Run("other paths: models are listed, embeddings and unknown paths are refused", func(t *testing.T) {
		if got := u.request("GET", "/v1/models"); got.status != 200 || !strings.Contains(got.body, `"object":"list"`) {
			t.Errorf("got %+v", got)
		}
		for _, path := range []string{"/embeddings", "/v1/unknown", "/"} {
			if got := u.post(path, "application/json", "{}"); got.status != 404 || !strings.HasPrefix(got.body, `{"error":{`) {
				t.Errorf("%s: %+v", path, got)
			}
		}
	})
}

func TestDeepRequest(t *testing.T) {
	u := startUpstream(t)
	t.Run("chat: a request of twelve million brackets is refused, and the upstream still answers", func(t *testing.T) {
		deep := u.post("/chat/completions", "application/json", strings.Repeat("[", 12_000_000))
		if deep.status != 400 {
			t.Errorf("%d %v: %.200s", deep.status, deep.err, deep.body)
		}
		if next := u.chat("n4000001a"); next.status != 200 {
			t.Errorf("%d %v", next.status, next.err)
		}
	})
}
