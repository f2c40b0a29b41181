// libcurl where the machine has it, for a program that travels and that starts in a third of the
// time without it: the functions that are asked of it, each found when it is first called. Without
// the library the first one throws, and the command says so.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <dlfcn.h>

#include <cstdarg>
#include <stdexcept>
#include <string>

namespace {

constexpr unsigned kOldest = 0x075500;  // 7.85: the protocols that may be spoken are named by text

void* open_library() {
  for (const char* name : {"libcurl.so.4", "libcurl-gnutls.so.4", "libcurl.4.dylib"}) {
    void* const library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) continue;
    const auto version =
        reinterpret_cast<decltype(&curl_version_info)>(dlsym(library, "curl_version_info"));
    if (version != nullptr && version(CURLVERSION_NOW)->version_num >= kOldest) return library;
  }
  throw std::runtime_error(
      "requests need libcurl (7.85 or newer), which is not installed: install it (on Debian the "
      "package libcurl4)");
}

// The library's function of the type of `declared`.
template <typename Function>
Function* find(Function* /*declared*/, const char* name) {
  static void* const kLibrary = open_library();
  void* const found = dlsym(kLibrary, name);
  if (found == nullptr) throw std::runtime_error("libcurl has no " + std::string(name));
  return reinterpret_cast<Function*>(found);
}

// The type of a function's first parameter.
template <typename Result, typename First, typename... Rest>
First first_of(Result (*)(First, Rest...));

}  // namespace

// The names are in parentheses because the header has macros of the same names. What a variadic
// function of libcurl takes is one argument of a register's size: a pointer, a long or a
// curl_off_t.
extern "C" {

CURLcode(curl_global_init)(long flags) {
  static auto* const kCall = find(&(curl_global_init), "curl_global_init");
  return kCall(flags);
}

CURL*(curl_easy_init)() {
  static auto* const kCall = find(&(curl_easy_init), "curl_easy_init");
  return kCall();
}

void(curl_easy_cleanup)(CURL* easy) {
  static auto* const kCall = find(&(curl_easy_cleanup), "curl_easy_cleanup");
  kCall(easy);
}

void(curl_easy_reset)(CURL* easy) {
  static auto* const kCall = find(&(curl_easy_reset), "curl_easy_reset");
  kCall(easy);
}

CURLcode(curl_easy_pause)(CURL* easy, int bitmask) {
  static auto* const kCall = find(&(curl_easy_pause), "curl_easy_pause");
  return kCall(easy, bitmask);
}

CURLcode(curl_easy_setopt)(CURL* easy, CURLoption option, ...) {
  static auto* const kCall = find(&(curl_easy_setopt), "curl_easy_setopt");
  va_list arguments;
  va_start(arguments, option);
  void* const argument = va_arg(arguments, void*);
  va_end(arguments);
  return kCall(easy, option, argument);
}

CURLcode(curl_easy_getinfo)(CURL* easy, CURLINFO info, ...) {
  static auto* const kCall = find(&(curl_easy_getinfo), "curl_easy_getinfo");
  va_list arguments;
  va_start(arguments, info);
  void* const argument = va_arg(arguments, void*);
  va_end(arguments);
  return kCall(easy, info, argument);
}

const char*(curl_easy_strerror)(CURLcode code) {
  static auto* const kCall = find(&(curl_easy_strerror), "curl_easy_strerror");
  return kCall(code);
}

CURLM*(curl_multi_init)() {
  static auto* const kCall = find(&(curl_multi_init), "curl_multi_init");
  return kCall();
}

CURLMcode(curl_multi_cleanup)(CURLM* multi) {
  static auto* const kCall = find(&(curl_multi_cleanup), "curl_multi_cleanup");
  return kCall(multi);
}

CURLMcode(curl_multi_add_handle)(CURLM* multi, CURL* easy) {
  static auto* const kCall = find(&(curl_multi_add_handle), "curl_multi_add_handle");
  return kCall(multi, easy);
}

CURLMcode(curl_multi_remove_handle)(CURLM* multi, CURL* easy) {
  static auto* const kCall = find(&(curl_multi_remove_handle), "curl_multi_remove_handle");
  return kCall(multi, easy);
}

CURLMcode(curl_multi_setopt)(CURLM* multi, CURLMoption option, ...) {
  static auto* const kCall = find(&(curl_multi_setopt), "curl_multi_setopt");
  va_list arguments;
  va_start(arguments, option);
  void* const argument = va_arg(arguments, void*);
  va_end(arguments);
  return kCall(multi, option, argument);
}

CURLMcode(curl_multi_assign)(CURLM* multi, curl_socket_t socket, void* own) {
  static auto* const kCall = find(&(curl_multi_assign), "curl_multi_assign");
  return kCall(multi, socket, own);
}

CURLMcode(curl_multi_socket_action)(CURLM* multi, curl_socket_t socket, int events, int* running) {
  static auto* const kCall = find(&(curl_multi_socket_action), "curl_multi_socket_action");
  return kCall(multi, socket, events, running);
}

CURLMsg*(curl_multi_info_read)(CURLM* multi, int* left) {
  static auto* const kCall = find(&(curl_multi_info_read), "curl_multi_info_read");
  return kCall(multi, left);
}

curl_slist*(curl_slist_append)(curl_slist* list, const char* text) {
  static auto* const kCall = find(&(curl_slist_append), "curl_slist_append");
  return kCall(list, text);
}

void(curl_slist_free_all)(curl_slist* list) {
  static auto* const kCall = find(&(curl_slist_free_all), "curl_slist_free_all");
  kCall(list);
}

time_t(curl_getdate)(const char* text, const time_t* now) {
  static auto* const kCall = find(&(curl_getdate), "curl_getdate");
  return kCall(text, now);
}

void(curl_free)(void* memory) {
  static auto* const kCall = find(&(curl_free), "curl_free");
  kCall(memory);
}

CURLU*(curl_url)() {
  static auto* const kCall = find(&(curl_url), "curl_url");
  return kCall();
}

void(curl_url_cleanup)(CURLU* url) {
  static auto* const kCall = find(&(curl_url_cleanup), "curl_url_cleanup");
  kCall(url);
}

// The handle is const in newer headers.
CURLUcode(curl_url_get)(decltype(first_of(&(curl_url_get))) url, CURLUPart part, char** text,
                        unsigned int flags) {
  static auto* const kCall = find(&(curl_url_get), "curl_url_get");
  return kCall(url, part, text, flags);
}

CURLUcode(curl_url_set)(CURLU* url, CURLUPart part, const char* text, unsigned int flags) {
  static auto* const kCall = find(&(curl_url_set), "curl_url_set");
  return kCall(url, part, text, flags);
}

}  // extern "C"
