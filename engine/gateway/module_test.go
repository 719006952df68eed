package gateway

import (
	"net/http"
	"strings"
	"testing"

	"go.k6.io/k6/v2/js/modulestest"
	"go.k6.io/k6/v2/lib"
	"go.k6.io/k6/v2/metrics"

	"assay/engine/tap"
)

// frameSink keeps the frames in memory.
type frameSink struct {
	frames [][]byte
}

func (f *frameSink) Write(frames [][]byte) error {
	for _, frame := range frames {
		f.frames = append(f.frames, append([]byte(nil), frame...))
	}
	return nil
}

func (f *frameSink) Close() error { return nil }

// newTestModule returns a runtime in the init context, with the module as `gateway`, and a function
// that turns it into a running virtual user.
func newTestModule(t *testing.T, target *tap.Tap) (runtime *modulestest.Runtime, begin func()) {
	t.Helper()
	runtime = modulestest.NewRuntime(t)
	registry := runtime.VU.InitEnv().Registry
	instance := newModule(target).NewModuleInstance(runtime.VU)
	if err := runtime.VU.Runtime().Set("gateway", instance.Exports().Named); err != nil {
		t.Fatal(err)
	}
	return runtime, func() {
		runtime.MoveToVUContext(&lib.State{
			Options:        lib.Options{SystemTags: &metrics.DefaultSystemTagSet},
			Transport:      http.DefaultTransport.(*http.Transport).Clone(),
			Samples:        make(chan metrics.SampleContainer, 1000),
			Tags:           lib.NewVUStateTags(registry.RootTagSet()),
			BuiltinMetrics: runtime.BuiltinMetrics,
		})
	}
}

func TestMistakes(t *testing.T) {
	const good = `operation:'chat', url:'http://127.0.0.1:1/', credential:'none'`
	runtime, begin := newTestModule(t, tap.New())
	if _, err := runtime.VU.Runtime().RunString("var shared = gateway.wav(44)"); err != nil {
		t.Fatal(err)
	}
	begin()
	for _, test := range []struct{ name, script, want string }{
		{"an unknown option", `gateway.request({` + good + `, disconnectAfterEvent: 3})`, "unknown option: disconnectAfterEvent. Known options are attempt, body,"},
		{"no options", `gateway.request()`, "a request needs options, at least operation and url"},
		{"no operation", `gateway.request({url:'http://a/'})`, "operation is missing; it must be one of chat,"},
		{"no url", `gateway.request({operation:'chat'})`, "url is missing"},
		{"an unknown operation", `gateway.request({operation:'speech', url:'http://a/'})`, "operation must be one of chat, responses, images, transcription, video-create, video-read, video-cancel; got speech"},
		{"a relative url", `gateway.request({operation:'chat', url:'/chat'})`, `url must be an absolute http or https URL; got "/chat"`},
		{"an unknown method", `gateway.request({` + good + `, method:'PUT'})`, "method must be one of POST, GET, DELETE; got PUT"},
		{"a body that is an object", `gateway.request({` + good + `, body:{}})`, "body must be a string; got [object Object]"},
		{"body and parts", `gateway.request({` + good + `, body:'', parts:[]})`, "body and parts cannot be combined; set one of them"},
		{"a part that is not a file", `gateway.request({` + good + `, parts:[{name:'file', filename:'a', type:'b', file:{}}]})`, "parts 0: file must come from wav() or file()"},
		{"a part without a name", `gateway.request({` + good + `, parts:[{value:'x'}]})`, "parts 0: name is missing"},
		{"a file without a type", `gateway.request({` + good + `, parts:[{name:'file', filename:'a', file: shared}]})`, "parts 0: a file must have filename and type"},
		{"an unknown member of a part", `gateway.request({` + good + `, parts:[{name:'a', content:'b'}]})`, "parts 0: unknown member: content"},
		{"a header with a line end", `gateway.request({` + good + `, headers:{'x-a':'b\r\nc'}})`, `headers contains an invalid HTTP header: "x-a"`},
		{"a header that is a number", `gateway.request({` + good + `, headers:{'x-a':5}})`, "headers x-a must be a string; got 5"},
		{"attempt 0", `gateway.request({` + good + `, attempt: 0})`, "attempt must be a whole number, 1 or above; got 0"},
		{"a deadline that is not a number", `gateway.request({` + good + `, timeoutMs: '5s'})`, "timeoutMs must be a number, 0 or above; got 5s"},
		{"an unknown kind of group", `gateway.request({` + good + `, group:{kind:'run', id:'1'}})`, "group kind must be one of key, job; got run"},
		{"the end of a group without a kind", `gateway.endGroup()`, "group needs a kind and an id"},
		{"a key that is not set", `gateway.request({operation:'chat', url:'http://a/'})`, "there is no API key: set ASSAY_API_KEY"},
		{"a second key that is not set", `gateway.request({operation:'chat', url:'http://a/', credential:'second'})`, "there is no second API key: set ASSAY_API_KEY_2"},
		{"a file made during the run", `gateway.wav(100)`, "wav can be called in the init context only"},
	} {
		t.Run("a mistake: "+test.name+" is reported", func(t *testing.T) {
			_, err := runtime.VU.Runtime().RunString(test.script)
			if err == nil || !strings.Contains(err.Error(), "k6/x/gateway: ") || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}

	t.Run("a mistake: a request in the init context is reported", func(t *testing.T) {
		runtime, _ := newTestModule(t, tap.New())
		_, err := runtime.VU.Runtime().RunString(`gateway.request({` + good + `})`)
		if err == nil || !strings.Contains(err.Error(), "requests cannot be sent in the init context") {
			t.Errorf("got %v", err)
		}
	})
	t.Run("a mistake: a WAV file smaller than its header is reported", func(t *testing.T) {
		runtime, _ := newTestModule(t, tap.New())
		_, err := runtime.VU.Runtime().RunString(`gateway.wav(43)`)
		if err == nil || !strings.Contains(err.Error(), "wav needs a size of at least 44 bytes; got 43") {
			t.Errorf("got %v", err)
		}
	})
}

func TestSharedFiles(t *testing.T) {
	t.Run("a shared file: two of the same size are one", func(t *testing.T) {
		runtime, _ := newTestModule(t, tap.New())
		same, err := runtime.VU.Runtime().RunString(`[gateway.wav(1000) === gateway.wav(1000), gateway.wav(1000).sizeBytes, gateway.wav(1001).sizeBytes].join()`)
		if err != nil || !strings.HasSuffix(same.String(), ",1000,1001") {
			t.Errorf("got %v, %v", same, err)
		}
	})
}
